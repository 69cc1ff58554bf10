import { randomUUID } from 'node:crypto';

import { refreshed } from './tokens.js';

/** @typedef {(who: import('./resident.js').Resident) => Promise<void>} Deed */

const WORDS = ['Good morning', 'Где вы?', 'كيف حالك', '好的 👍🏽', 'x'.repeat(2_000)];
const REACTIONS = ['👍', '❤️', '🎉'];
const LONGEST_PAUSE_MS = 300;

/** @type {Deed} */
async function sends(who) {
  const content = `${who.picks(WORDS) ?? ''} ${randomUUID()}`;
  const message = await who.ask('message.send', {
    ...{ room_id: who.picks(who.rooms), content, client_message_id: randomUUID() },
  });
  if (message?.id !== undefined) who.remembers(message.id);
}

/** @type {Deed} */
async function edits(who) {
  const message_id = who.picks(who.sent);
  if (message_id === undefined) return;
  await who.ask('message.modify', { action: 'update', message_id, extra_fields: { content: 'Edited' } });
}

/** @type {Deed} */
async function deletes(who) {
  const id = who.sent.shift();
  if (id !== undefined) await who.ask('message.modify', { action: 'delete', message_id: [id] });
}

/** @type {Deed} */
async function reacts(who) {
  const message = who.picks(who.heard);
  if (!message) return;
  const reaction_content = who.picks(REACTIONS);
  const type = who.world.random() < 0.8 ? 'add' : 'remove';
  await who.ask('message.react', { type, message_id: message.id, reaction_content });
}

/** @type {Deed} */
async function acknowledges(who) {
  const ids = who.heard.map(({ id }) => id);
  if (ids.length > 0) await who.ask('message.acknowledged', { message_id: ids });
}

/** @type {Deed} */
async function reads(who) {
  const { id, room_id, seq } = who.heard.at(-1) ?? {};
  if (id === undefined) return;
  await who.ask('message.read', who.world.random() < 0.5 ? { message_id: id } : { room_id, up_to_seq: seq });
}

/** @type {Deed} */
async function types(who) {
  await who.ask('message.typing', { room_id: who.picks(who.rooms) });
}

/** @type {Deed} */
async function lists(who) {
  await who.ask('room.list', { limit: 20 });
  await who.ask('room.info', { room_id: who.picks(who.rooms) });
}

/** Reads two pages in sequence, and a page by number. @type {Deed} */
async function browses(who) {
  const room_id = who.picks(who.rooms);
  for (const page of [1, 2]) await who.ask('room.messages', { room_id, paginate: { page, size: 20 } });
  await who.ask('room.messages', { room_id, paginate: { before_seq: 50, limit: 20 } });
}

/** @type {Deed} */
async function beats(who) {
  await who.ask('session.heartbeat', {});
}

/** Syncs with positions, and without any. @type {Deed} */
async function syncs(who) {
  const { room_id, seq = 0 } = who.picks(who.heard) ?? {};
  const known = room_id === undefined ? {} : { rooms: { [room_id]: Math.max(0, seq - 1) } };
  const isComplete = (/** @type {import('./line.js').Frame} */ frame) => frame.data?.complete === true;
  await who.ask('session.sync', who.world.random() < 0.8 ? known : {}, isComplete);
}

/** Creates a room, adds and removes members of an own room, and deletes it. @type {Deed} */
async function meets(who) {
  const seats = await who.ask('room.info', { room_id: who.rooms[0] });
  const others = (seats?.participants ?? []).map(({ id }) => id).filter((id) => id !== who.userId);
  const guests = others.slice(0, 2);
  const isChannel = who.world.random() < 0.3;
  const kind = isChannel ? { type: 'Channel', subscribers: guests } : { type: 'GroupChat', participants: guests };
  const room = await who.ask('room.create', { ...kind, name: 'For a moment' });
  if (room?.id === undefined) return;
  const room_id = room.id;
  await who.ask('message.send', { room_id, content: 'Here we are' });
  await who.ask('room.modify', { room_id, action: 'update', data: { name: 'For a moment more' } });
  await who.ask('room.remove_members', { room_id, members: guests.slice(0, 1) });
  // The room is deleted when its last member leaves.
  if (guests.length > 1 || who.world.random() < 0.7) await who.ask('room.modify', { room_id, action: 'delete' });
  else await who.ask('room.leave', { room_id });
}

/** @type {Deed} */
async function stays(who) {
  who.tokens = await refreshed(who.url(), who.tokens, who.address);
  await who.ask('session.authenticate', { token: who.tokens.access });
}

/** @type {Deed} */
async function comesBack(who) {
  await who.line?.leave();
  await pause(who);
  await who.connect();
}

/** @type {Deed} */
async function losesTheLine(who) {
  await who.line?.cut();
  await pause(who);
  await who.connect();
}

/** The service handles a request after its client has disconnected. @type {Deed} */
async function asksAndIsGone(who) {
  who.line?.say('message.send', { room_id: who.picks(who.rooms), content: 'And gone' });
  who.line?.say('room.list', {});
  await losesTheLine(who);
}

/** @param {import('./resident.js').Resident} who */
const pause = (who) =>
  new Promise((resolve) => {
    setTimeout(resolve, who.world.random() * LONGEST_PAUSE_MS);
  });

/** The actions of a user, each with its percentage. @type {readonly (readonly [times: number, deed: Deed])[]} */
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
  [3, meets],
  [2, stays],
  [5, comesBack],
  [2, losesTheLine],
  [1, asksAndIsGone],
];

/** A random action. @param {() => number} random @returns {readonly [name: string, deed: Deed]} */
export function deeds(random) {
  let at = random() * SHARES.reduce((sum, [times]) => sum + times, 0);
  const deed = SHARES.find(([times]) => (at -= times) < 0)?.[1] ?? sends;
  return [deed.name, deed];
}
