/** A minimal application: it shows the received messages of one room, and sends messages on request. */
import { LocalStorage, Parley } from '@parley/client';

/** @type {{ id: string, content: string }[]} */
const received = [];
/** @type {string[]} */
const states = [];
/** @type {Parley} */
let chat;
let roomId = '';

/** @param {{ url: string, token: string, room: string, timing: object }} settings */
function start({ url, token, room, timing }) {
  roomId = room;
  chat = new Parley({ url, token: () => Promise.resolve(token), storage: new LocalStorage('parley'), timing });
  chat.on('state', (state) => states.push(state));
  chat.on('message', ({ message: { id, content } }) => {
    received.push({ id, content });
    const item = document.createElement('li');
    item.textContent = content;
    document.querySelector('#messages')?.append(item);
  });
  // Errors are ignored: the client keeps reconnecting.
  chat.connect().catch(() => undefined);
}

Object.assign(globalThis, {
  app: {
    start,
    received,
    states,
    state: () => chat.state,
    /** @param {string} content */
    send: (content) => {
      chat.rooms
        .open(roomId)
        .send(content)
        .catch(() => undefined);
    },
    /** The number of unsent messages. */
    unsent: () => chat.rooms.open(roomId).messages.filter((message) => 'pending' in message).length,
    history: async () => {
      const room = chat.rooms.open(roomId);
      await room.history({ limit: 200 });
      return room.messages.map(({ content }) => content);
    },
  },
});
