/** An application with the parts of `@parley/react` for what messages have besides their text. */
import { Parley } from '@parley/client';
import type { Message } from '@parley/client';
import { FileUploads } from '@parley/client/files';
import { ParleyProvider } from '@parley/react';
import { FileComposer } from '@parley/react/files';
import { MessageList } from '@parley/react/parts';
import type { MessageView } from '@parley/react/parts';
import { Search } from '@parley/react/search';
import { Thread, ThreadButton } from '@parley/react/threads';
import { StrictMode, useState } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

interface Settings {
  readonly roomId: string;
  /** Of the service. */
  readonly address: string;
  readonly token: string;
  /** Whether the page itself shows what was found. */
  readonly selects: boolean;
}

const OrderCard = ({ metadata }: MessageView): ReactNode => <p>Order {String(metadata.number)}</p>;

const KINDS = { 'order.card': OrderCard };

interface ChatProps extends Pick<Settings, 'roomId' | 'selects'> {
  readonly uploads: FileUploads;
}

function Chat({ roomId, selects, uploads }: ChatProps): ReactNode {
  const [chosen, setChosen] = useState('');
  const [target, setTarget] = useState<Pick<Message, 'seq'>>();
  const [threadId, setThreadId] = useState<string>();
  const openThread = ({ id }: { readonly id: string }): void => setThreadId(id);
  return (
    <main>
      <header>
        <h1>Support</h1>
        <Search filters={{ roomId }} {...(selects && { onSelect: ({ content }) => setChosen(content) })} />
        {chosen !== '' && <p>Chosen: {chosen}</p>}
      </header>
      <MessageList
        roomId={roomId}
        target={target}
        kinds={KINDS}
        footer={(message) => (
          <>
            <Quote message={message.parent_message} onOpen={setTarget} />
            <ThreadButton message={message} onOpen={openThread} />
          </>
        )}
      />
      {threadId !== undefined && (
        <Thread key={threadId} roomId={roomId} messageId={threadId} onClose={() => setThreadId(undefined)} />
      )}
      <FileComposer roomId={roomId} uploads={uploads} />
    </main>
  );
}

interface QuoteProps {
  readonly message: Message | null;
  readonly onOpen: (target: Pick<Message, 'seq'>) => void;
}

/** @param onOpen called with an object of its own */
const Quote = ({ message, onOpen }: QuoteProps): ReactNode =>
  message && (
    <button type="button" onClick={() => onOpen({ seq: message.seq })}>
      In reply to: {message.content}
    </button>
  );

function start(settings: Settings): void {
  const { address } = settings;
  const token = (): Promise<string> => Promise.resolve(settings.token);
  const chat = new Parley({ url: `${address.replace(/^http/, 'ws')}/messaging/`, token });
  const uploads = new FileUploads({ url: address, token });
  createRoot(document.querySelector('#root') ?? document.body).render(
    <StrictMode>
      <ParleyProvider client={chat} address={address}>
        <Chat roomId={settings.roomId} selects={settings.selects} uploads={uploads} />
      </ParleyProvider>
    </StrictMode>,
  );
  void chat.connect();
}

Object.assign(globalThis, { start });
