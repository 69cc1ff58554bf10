/** @jsxImportSource preact */
/** An application with the hooks of `@parley/react/preact`. */
import { Parley } from '@parley/client';
import {
  ParleyProvider,
  titleOf,
  useConnection,
  useMessages,
  useRooms,
  useSelf,
  useSend,
  useTyping,
} from '@parley/react/preact';
import { render } from 'preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

function Conversation({ roomId }: { readonly roomId: string }): JSX.Element {
  const { messages } = useMessages(roomId);
  const { typers, notifyTyping } = useTyping(roomId);
  const { send } = useSend(roomId);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.querySelector('input');
        if (field) void send(field.value);
      }}
    >
      <ol>
        {messages.map((message) => (
          <li key={message.client_message_id}>{message.content}</li>
        ))}
      </ol>
      <output>{typers.map(({ username }) => username).join()}</output>
      <input aria-label="Message" onInput={notifyTyping} />
    </form>
  );
}

function App(): JSX.Element {
  const { state } = useConnection();
  const { rooms, unread } = useRooms();
  const self = useSelf();
  const [roomId, setRoomId] = useState<string>();
  return (
    <main data-state={state} data-unread={unread} data-self={self?.username}>
      {rooms.map((room) => (
        <button key={room.id} onClick={() => setRoomId(room.id)}>
          {titleOf(room)}
        </button>
      ))}
      {roomId !== undefined && <Conversation roomId={roomId} />}
    </main>
  );
}

Object.assign(globalThis, {
  app: {
    start: ({ url, token }: { readonly url: string; readonly token: string }) => {
      const chat = new Parley({ url, token: () => Promise.resolve(token) });
      render(
        <ParleyProvider client={chat}>
          <App />
        </ParleyProvider>,
        document.querySelector('#root') ?? document.body,
      );
      chat.connect().catch(() => undefined);
    },
  },
});
