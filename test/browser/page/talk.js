/** The whole of an application: it shows the messages of one room as they are told, and says what it is asked to say. */
import { LocalStorage, Parley } from '@parley/client';

/** @type {{ id: string, content: string }[]} */
const told = [];
/** @type {string[]} */
const states = [];
/** @type {Parley} */
let chat;
let roomId = '';

/** @param {{ url: string, token: string, room: string, timing: object }} settings */
function begins({ url, token, room, timing }) {
  roomId = room;
  chat = new Parley({ url, token: () => Promise.resolve(token), storage: new LocalStorage('parley'), timing });
  chat.on('state', (state) => states.push(state));
  chat.on('message', ({ message: { id, content } }) => {
    told.push({ id, content });
    const item = document.createElement('li');
    item.textContent = content;
    document.querySelector('#messages')?.append(item);
  });
  // Where there is no line yet, the client goes on trying.
  chat.connect().catch(() => undefined);
}

Object.assign(globalThis, {
  talk: {
    begins,
    told,
    states,
    state: () => chat.state,
    /** @param {string} content */
    says: (content) => {
      chat.rooms
        .open(roomId)
        .send(content)
        .catch(() => undefined);
    },
    /** How many messages are on their way. */
    waiting: () => chat.rooms.open(roomId).messages.filter((message) => 'pending' in message).length,
    history: async () => {
      const room = chat.rooms.open(roomId);
      await room.history({ limit: 200 });
      return room.messages.map(({ content }) => content);
    },
  },
});
