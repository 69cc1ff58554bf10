import { randomUUID } from 'node:crypto';

import { refreshed } from './tokens.js';

/** @typedef {(who: import('./simulated-user.js').SimulatedUser) => Promise<void>} Action */

const WORDS = ['Good morning', 'Где вы?', 'كيف حالك', '好的 👍🏽', 'x'.repeat(2_000)];
const REACTIONS = ['👍', '❤️', '🎉'];
const LONGEST_PAUSE_MS = 300;

/** @type {Action} */
async function sends(who) {
  const content = `${who.pick(WORDS) ?? ''} ${randomUUID()}`;
  const room_id = who.pick(who.rooms) ?? '';
  const message = await who.request('message.send', { room_id, content, client_message_id: randomUUID() });
  if (message?.id !== undefined) who.remember({ id: message.id, room_id });
}

/** @type {Action} */
async function edits(who) {
  const { id: message_id, room_id } = who.pick(who.sent) ?? {};
  if (message_id === undefined) return;
  await who.request('message.modify', { action: 'update', room_id, message_id, extra_fields: { content: 'Edited' } });
}

/** @type {Action} */
async function deletes(who) {
  const { id, room_id } = who.sent.shift() ?? {};
  if (id !== undefined) await who.request('message.modify', { action: 'delete', room_id, message_id: [id] });
}

/** @type {Action} */
async function reacts(who) {
  const message = who.pick(who.received);
  if (!message) return;
  const reaction_content = who.pick(REACTIONS);
  const type = who.world.random() < 0.8 ? 'add' : 'remove';
  const { id: message_id, room_id } = message;
  await who.request('message.react', { type, room_id, message_id, reaction_content });
}

/** Messages of several rooms, so that no room is named. @type {Action} */
async function acknowledges(who) {
  const ids = who.received.map(({ id }) => id);
  if (ids.length > 0) await who.request('message.acknowledged', { message_id: ids });
}

/** @type {Action} */
async function reads(who) {
  const { id, room_id, seq } = who.received.at(-1) ?? {};
  if (id === undefined) return;
  await who.request(
    'message.read',
    who.world.random() < 0.5 ? { room_id, message_id: id } : { room_id, up_to_seq: seq },
  );
}

/** @type {Action} */
async function types(who) {
  await who.request('message.typing', { room_id: who.pick(who.rooms) });
}

/** @type {Action} */
async function lists(who) {
  await who.request('room.list', { limit: 20 });
  await who.request('room.info', { room_id: who.pick(who.rooms) });
}

/** Reads two pages in sequence, and a page by number. @type {Action} */
async function browses(who) {
  const room_id = who.pick(who.rooms);
  for (const page of [1, 2]) await who.request('room.messages', { room_id, paginate: { page, size: 20 } });
  await who.request('room.messages', { room_id, paginate: { before_seq: 50, limit: 20 } });
}

/** @type {Action} */
async function beats(who) {
  await who.request('session.heartbeat', {});
}

/** Syncs with positions, and without any. @type {Action} */
async function syncs(who) {
  const { room_id, seq = 0 } = who.pick(who.received) ?? {};
  const known = room_id === undefined ? {} : { rooms: { [room_id]: Math.max(0, seq - 1) } };
  const isComplete = (/** @type {import('./connection.js').Frame} */ frame) => frame.data?.complete === true;
  await who.request('session.sync', who.world.random() < 0.8 ? known : {}, isComplete);
}

/** Creates a room, adds and removes members of an own room, and deletes it. @type {Action} */
async function createRoom(who) {
  const memberships = await who.request('room.info', { room_id: who.rooms[0] });
  const others = (memberships?.participants ?? []).map(({ id }) => id).filter((id) => id !== who.userId);
  const guests = others.slice(0, 2);
  const isChannel = who.world.random() < 0.3;
  const kind = isChannel ? { type: 'Channel', subscribers: guests } : { type: 'GroupChat', participants: guests };
  const room = await who.request('room.create', { ...kind, name: 'For a moment' });
  if (room?.id === undefined) return;
  const room_id = room.id;
  await who.request('message.send', { room_id, content: 'Here we are' });
  await who.request('room.modify', { room_id, action: 'update', data: { name: 'For a moment more' } });
  await who.request('room.remove_members', { room_id, members: guests.slice(0, 1) });
  // The room is deleted when its last member leaves.
  if (guests.length > 1 || who.world.random() < 0.7) await who.request('room.modify', { room_id, action: 'delete' });
  else await who.request('room.leave', { room_id });
}

/** @type {Action} */
async function refreshTokens(who) {
  who.tokens = await refreshed(who.url(), who.tokens, who.address);
  await who.request('session.authenticate', { token: who.tokens.access });
}

/** @type {Action} */
async function reconnect(who) {
  await who.connection?.leave();
  await pause(who);
  await who.connect();
}

/** @type {Action} */
async function loseConnection(who) {
  await who.connection?.cut();
  await pause(who);
  await who.connect();
}

/** The service handles a request after its client has disconnected. @type {Action} */
async function requestAndDisconnect(who) {
  who.connection?.send('message.send', { room_id: who.pick(who.rooms), content: 'And gone' });
  who.connection?.send('room.list', {});
  await loseConnection(who);
}

/** @param {import('./simulated-user.js').SimulatedUser} who */
const pause = (who) =>
  new Promise((resolve) => {
    setTimeout(resolve, who.world.random() * LONGEST_PAUSE_MS);
  });

/** The actions of a user, each with its percentage. @type {readonly (readonly [times: number, deed: Action])[]} */
const SHARES = [
  [30, sends],
  [6, edits],
  [4, deletes],
  [8, reacts],
  [6, acknowledges],
  [8, reads],
  [8, types],
  [4, lists],
  [4, browses],
  [5, beats],
  [4, syncs],
  [3, createRoom],
  [2, refreshTokens],
  [5, reconnect],
  [2, loseConnection],
  [1, requestAndDisconnect],
];

/** A random action. @param {() => number} random @returns {readonly [name: string, deed: Action]} */
export function actions(random) {
  let at = random() * SHARES.reduce((sum, [times]) => sum + times, 0);
  const action = SHARES.find(([times]) => (at -= times) < 0)?.[1] ?? sends;
  return [action.name, action];
}
