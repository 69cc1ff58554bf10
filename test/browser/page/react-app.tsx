/** An application with the parts of `@parley/react`, in StrictMode: several components show the same. */
import { Parley } from '@parley/client';
import type { ParleyOptions } from '@parley/client';
import { ParleyProvider, useParley, useRoom, titleOf } from '@parley/react';
import { Composer, ConnectionStatus, MessageItem, MessageList, RoomList, TypingIndicator } from '@parley/react/parts';
import { StrictMode, useState } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';

interface Settings {
  readonly url: string;
  readonly token: string;
  readonly timing: NonNullable<ParleyOptions['timing']>;
}

let chat: Parley;
let root: Root | undefined;
/** The names of the requests of the page. */
const asked: string[] = [];

function Title({ roomId }: { readonly roomId: string }): ReactNode {
  const room = useRoom(roomId);
  return <h1>{room && titleOf(room)}</h1>;
}

function Conversation({ roomId, isTwice }: { readonly roomId: string; readonly isTwice: boolean }): ReactNode {
  return (
    <>
      <Title roomId={roomId} />
      <MessageList roomId={roomId} empty="No messages yet." />
      {isTwice && (
        <MessageList roomId={roomId} label="Copy">
          {(message) => <MessageItem message={message}>{({ author, isOwn }) => (isOwn ? 'me' : author)}</MessageItem>}
        </MessageList>
      )}
      <TypingIndicator roomId={roomId} />
      <Composer roomId={roomId} />
    </>
  );
}

function App({ isTwice }: { readonly isTwice: boolean }): ReactNode {
  const [roomId, setRoomId] = useState<string>();
  const isKnown = useParley() === chat;
  return (
    <main data-known={isKnown}>
      <ConnectionStatus />
      <RoomList selected={roomId} onSelect={setRoomId} />
      {isTwice && <RoomList label="Titles" onSelect={setRoomId} unreadText={(count) => `${String(count)} new`} />}
      {roomId !== undefined && <Conversation roomId={roomId} isTwice={isTwice} />}
    </main>
  );
}

function mount(isTwice: boolean): void {
  root = createRoot(document.querySelector('#root') ?? document.body);
  root.render(
    <StrictMode>
      <ParleyProvider client={chat}>
        <App isTwice={isTwice} />
      </ParleyProvider>
    </StrictMode>,
  );
}

Object.assign(globalThis, {
  app: {
    start: ({ url, token, timing }: Settings) => {
      chat = new Parley({ url, token: () => Promise.resolve(token), timing });
      const ask = chat.ask.bind(chat) as (name: string, data: object) => Promise<never>;
      chat.ask = (name: string, data: object) => {
        asked.push(name);
        return ask(name, data);
      };
      mount(false);
      // Errors are ignored: the client keeps reconnecting.
      chat.connect().catch(() => undefined);
    },
    mount,
    unmount: () => {
      root?.unmount();
    },
    asked: (name: string) => asked.filter((each) => each === name).length,
    /** Whether the client collects the messages of a room. */
    isOpen: (roomId: string) => chat.rooms.timelineOf(roomId) !== undefined,
  },
});
