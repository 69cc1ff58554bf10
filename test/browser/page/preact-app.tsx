/** @jsxImportSource preact */
/** An application with the hooks of `@parley/react/preact`. */
import { Parley } from '@parley/client';
import type { Message, Outgoing } from '@parley/client';
import { FileUploads } from '@parley/client/files';
import {
  messageKey,
  ParleyProvider,
  partsOfFragment,
  titleOf,
  useConnection,
  useFileAddress,
  useMessages,
  useMessageView,
  useReactions,
  useRooms,
  useSearch,
  useSelf,
  useSend,
  useThread,
  useThreadSummary,
  useTyping,
  useUploads,
} from '@parley/react/preact';
import { render } from 'preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

interface Settings {
  /** Of the service. */
  readonly address: string;
  readonly token: string;
}

interface InRoom {
  readonly roomId: string;
}

/** @param send with what the field has */
const FormOf = ({ label, send, onInput }: FormProps): JSX.Element => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      const field = event.currentTarget.querySelector('input');
      if (field) send(field.value);
    }}
  >
    <input aria-label={label} onInput={onInput} />
  </form>
);

interface FormProps {
  readonly label: string;
  readonly send: (text: string) => void;
  readonly onInput?: () => void;
}

function MessageText({ message }: { readonly message: Message | Outgoing }): JSX.Element {
  const { kind, metadata, author, status, isOwn } = useMessageView(message);
  return (
    <p data-status={status} data-own={isOwn} title={author}>
      {kind === 'order.card' ? `Order ${String(metadata.number)}` : message.content}
    </p>
  );
}

function StoredParts({ message, onOpen }: { readonly message: Message; readonly onOpen: () => void }): JSX.Element {
  const { reactions, toggle } = useReactions(message);
  const summary = useThreadSummary(message);
  const addressOf = useFileAddress();
  return (
    <>
      {message.attachments.map(({ id, filename, media_url: url }) => (
        <a key={id} href={addressOf(url) ?? '#'}>
          {filename}
        </a>
      ))}
      {reactions.map(({ reaction, count, isOwn }) => (
        <button key={reaction} aria-pressed={isOwn} onClick={() => void toggle(reaction)}>
          {reaction} {count}
        </button>
      ))}
      <button onClick={onOpen}>Replies: {summary?.reply_count ?? 0}</button>
    </>
  );
}

function Thread({ roomId, messageId }: InRoom & { readonly messageId: string }): JSX.Element {
  const { messages, reply } = useThread(roomId, messageId);
  return (
    <section aria-label="Thread">
      {messages.map((message) => (
        <MessageText key={messageKey(message)} message={message} />
      ))}
      <FormOf label="Reply" send={(text) => void reply(text)} />
    </section>
  );
}

function Found(): JSX.Element {
  const { results, isDone, find } = useSearch();
  return (
    <search data-done={isDone}>
      <FormOf label="Words" send={(query) => void find({ query })} />
      {results.flatMap(({ fragments }) =>
        fragments.flatMap(partsOfFragment).map(({ text, isMatch }, at) => isMatch && <mark key={at}>{text}</mark>),
      )}
    </search>
  );
}

function Conversation({ roomId, uploads }: InRoom & { readonly uploads: FileUploads }): JSX.Element {
  const { messages } = useMessages(roomId);
  const { typers, notifyTyping } = useTyping(roomId);
  const { send } = useSend(roomId);
  const { files, media, isReady, add, clear } = useUploads(roomId, uploads);
  const [threadId, setThreadId] = useState<string>();
  return (
    <>
      <ol>
        {messages.map((message) => (
          <li key={messageKey(message)}>
            <MessageText message={message} />
            {'seq' in message && <StoredParts message={message} onOpen={() => setThreadId(message.id)} />}
          </li>
        ))}
      </ol>
      {threadId !== undefined && <Thread roomId={roomId} messageId={threadId} />}
      <output>{typers.map(({ username }) => username).join()}</output>
      <input type="file" aria-label="File" onChange={({ currentTarget }) => add(currentTarget.files ?? [])} />
      <p data-files={files.length} data-ready={isReady} />
      <FormOf
        label="Message"
        onInput={notifyTyping}
        send={(text) => {
          void send(text, { media });
          clear();
        }}
      />
    </>
  );
}

function App({ uploads }: { readonly uploads: FileUploads }): JSX.Element {
  const { state } = useConnection();
  const { rooms, unread } = useRooms();
  const self = useSelf();
  const [roomId, setRoomId] = useState<string>();
  return (
    <main data-state={state} data-unread={unread} data-self={self?.username}>
      <Found />
      {rooms.map((room) => (
        <button key={room.id} onClick={() => setRoomId(room.id)}>
          {titleOf(room)}
        </button>
      ))}
      {roomId !== undefined && <Conversation roomId={roomId} uploads={uploads} />}
    </main>
  );
}

Object.assign(globalThis, {
  app: {
    start: (settings: Settings) => {
      const { address } = settings;
      const token = (): Promise<string> => Promise.resolve(settings.token);
      const chat = new Parley({ url: `${address.replace(/^http/, 'ws')}/messaging/`, token });
      const uploads = new FileUploads({ url: address, token });
      render(
        <ParleyProvider client={chat} address={address}>
          <App uploads={uploads} />
        </ParleyProvider>,
        document.querySelector('#root') ?? document.body,
      );
      chat.connect().catch(() => undefined);
    },
  },
});
