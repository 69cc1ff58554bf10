/** An application with a store that its tabs share: it shows one room, and sends messages on request. */
import { Parley } from '@parley/client';
import { ChatStore, IndexedDbRecords, Tabs } from '@parley/client/store';

const NAME = 'parley:user';
/** @type {Tabs} */
let tabs;
/** @type {ChatStore} */
let store;
/** @type {Parley} */
let chat;
/** @type {ReturnType<Parley['rooms']['open']>} */
let room;

/** @param {{ url: string, token: string, room: string, timing: object }} settings */
function start({ url, token, room: roomId, timing }) {
  tabs = new Tabs(NAME);
  store = new ChatStore(new IndexedDbRecords(NAME), { tabs });
  chat = new Parley({ url, token: () => Promise.resolve(token), storage: store, WebSocket: tabs.WebSocket, timing });
  store.attach(chat);
  room = chat.rooms.open(roomId);
  // Errors are ignored: the client keeps reconnecting.
  chat.connect().catch(() => undefined);
}

Object.assign(globalThis, {
  app: {
    start,
    state: () => chat.state,
    leads: () => tabs.isLeader,
    contents: () => room.messages.map(({ content }) => content),
    /** @param {string} content */
    send: (content) => {
      room.send(content).catch(() => undefined);
    },
    stored: async () => (await store.messages(room.id)).map(({ content }) => content),
    logOut: async () => {
      await chat.close();
      await store.destroy();
      tabs.close();
    },
    databases: async () => (await indexedDB.databases()).map(({ name }) => name),
  },
});
