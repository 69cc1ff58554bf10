/** Drives `@parley/client` for the conformance suite: docs/writing-a-client.md has the protocol. */
import { createInterface } from 'node:readline';

import { MemoryStorage, Parley, ParleyError } from '@parley/client';
import { PrivateState } from '@parley/client/private-state';
import { WebSocket } from 'ws';

/** @typedef {import('@parley/client').StoredState} StoredState */
/** @typedef {Readonly<Record<string, unknown>>} Fields */
/** @typedef {{ chat: Parley, storage: MemoryStorage, privateState: PrivateState | undefined }} Driven */
/**
 * @typedef {object} Command
 * @property {number} id
 * @property {string} client
 * @property {string} do
 * @property {string} url
 * @property {boolean} [keep]
 * @property {StoredState} [stored]
 * @property {boolean} [private_state]
 * @property {Readonly<Record<string, number>>} timing
 * @property {string} room_id
 * @property {string} text
 * @property {Fields} [options]
 * @property {string} event_type
 * @property {Fields} data
 * @property {number} [up_to_seq]
 * @property {number[]} user_ids
 * @property {string} client_message_id
 */
/** @typedef {{ client: string, token: number, answer?: string | null, failure?: string }} TokenAnswer */

const EVENTS = [
  'state notifications room reset left members joinRequest settings profile message edited deleted reaction pin receipt',
  'marks delivered typing presence outgoing error',
].flatMap((names) => names.split(' '));

/** @type {Map<string, Driven>} */
const driven = new Map();
/** @type {Map<number, (answer: TokenAnswer) => void>} */
const tokenRequests = new Map();
let lastToken = 0;

createInterface(process.stdin).on('line', (text) => {
  const line = /** @type {Command | TokenAnswer} */ (JSON.parse(text));
  if ('token' in line) {
    tokenRequests.get(line.token)?.(line);
    tokenRequests.delete(line.token);
  } else void answer(line);
});

/** @param {Command} command */
async function answer(command) {
  const { id } = command;
  try {
    /** @type {unknown} */
    const result = await COMMANDS[/** @type {keyof typeof COMMANDS} */ (command.do)](command);
    write({ id, result: result ?? null });
  } catch (error) {
    write({ id, error: errorOf(error) });
  }
}

const COMMANDS = {
  /** @param {Command} command */
  create: async ({ client, url, keep, stored, private_state: hasPrivateState, timing }) => {
    const storage = (keep === true ? driven.get(client)?.storage : undefined) ?? new MemoryStorage();
    if (stored && keep !== true) await storage.save(stored);
    const chat = new Parley({
      url,
      token: (rejected) => requestToken(client, rejected),
      storage,
      WebSocket,
      timing: timingOf(timing),
    });
    for (const name of EVENTS) {
      chat.on(/** @type {'state'} */ (name), (/** @type {unknown} */ data) => {
        write({ client, event: snake(name), data: dataOf(data) });
      });
    }
    driven.set(client, { chat, storage, privateState: hasPrivateState === true ? new PrivateState(chat) : undefined });
  },
  /** @param {Command} command */
  connect: ({ client }) => chatOf(client).connect(),
  /** @param {Command} command */
  close: ({ client }) => chatOf(client).close(),
  /** @param {Command} command */
  open: ({ client, room_id }) => void chatOf(client).rooms.open(room_id),
  /** @param {Command} command */
  send: ({ client, room_id, text, options }) => chatOf(client).rooms.open(room_id).send(text, options),
  /** @param {Command} command */
  discard: ({ client, room_id, client_message_id: id }) => chatOf(client).rooms.open(room_id).discard(id),
  /** @param {Command} command */
  history: ({ client, room_id, options }) => chatOf(client).rooms.open(room_id).history(options),
  /** @param {Command} command */
  mark_read: ({ client, room_id, up_to_seq }) => chatOf(client).rooms.open(room_id).markRead(up_to_seq),
  /** @param {Command} command */
  typing: ({ client, room_id }) => chatOf(client).rooms.open(room_id).typing(),
  /** @param {Command} command */
  ask: ({ client, event_type, data }) => chatOf(client).ask(event_type, data),
  /** @param {Command} command */
  watch_presence: ({ client, user_ids }) => chatOf(client).watchPresence(...user_ids),
  /** @param {Command} command */
  messages: ({ client, room_id }) => chatOf(client).rooms.open(room_id).messages.map(shownOf),
  /** @param {Command} command */
  stored: async ({ client }) => driven.get(client)?.storage.load(),
  /** @param {Command} command */
  private: ({ client }) => {
    const { lists = {} } = driven.get(client)?.privateState?.snapshot ?? {};
    return Object.fromEntries(Object.entries(lists).map(([name, items]) => [name, Object.fromEntries(items)]));
  },
};

/** @param {string} client */
function chatOf(client) {
  const known = driven.get(client);
  if (!known) throw new Error(`There is no client ${client}`);
  return known.chat;
}

/** @param {string} client @param {string} [rejected] @returns {Promise<string | null>} */
async function requestToken(client, rejected) {
  const token = ++lastToken;
  write({ client, token, rejected: rejected ?? null });
  const { failure, answer: value = null } = await new Promise(
    (/** @type {(answer: TokenAnswer) => void} */ resolve) => {
      tokenRequests.set(token, resolve);
    },
  );
  if (failure !== undefined) throw new Error(failure);
  return value;
}

/** @param {Readonly<Record<string, number>>} timing in milliseconds, `min_reconnect_delay_ms` and so on */
const timingOf = (timing) =>
  Object.fromEntries(Object.entries(timing).map(([name, value]) => [camel(name.replace(/_ms$/, '')), value]));

/** @param {unknown} data of an event, whose own keys are those of the library */
function dataOf(data) {
  if (data instanceof ParleyError) return errorOf(data);
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  const error = 'error' in data ? { error: errorOf(data.error) } : {};
  return Object.fromEntries(Object.entries({ ...data, ...error }).map(([key, value]) => [snake(key), value]));
}

/** @param {object} message */
function shownOf(message) {
  return 'error' in message && message.error ? { ...message, error: errorOf(message.error) } : message;
}

/** @param {unknown} error */
function errorOf(error) {
  if (!(error instanceof ParleyError)) return { code: 'fault', detail: String(error) };
  return { code: error.code, detail: error.detail, retry_after: error.retryAfter };
}

/** @param {string} name */
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param {string} name */
const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => String(letter).toUpperCase());

/** @param {object} line */
function write(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
