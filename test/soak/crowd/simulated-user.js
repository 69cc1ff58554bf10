import { setTimeout as delay } from 'node:timers/promises';

import { actions } from './actions.js';
import { Connection } from './connection.js';
import { logIn } from './tokens.js';

/**
 * @typedef {object} SharedState
 * @property {string[]} urls of the nodes
 * @property {() => number} random 0 to 1
 * @property {import('./counters.js').Counters} counters
 *
 * @typedef {object} Account
 * @property {string} username
 * @property {string} password
 */

const LONGEST_PAUSE_MS = 1_200;
const MESSAGES_REMEMBERED = 30;

/** A user with one device, who performs one random action after the other. */
export class SimulatedUser {
  /** The permanent rooms. @type {string[]} */
  rooms = [];
  /** Own messages that are not deleted. @type {{ id: string, room_id: string }[]} */
  sent = [];
  /** Messages of others. @type {{ id: string, room_id: string, seq: number }[]} */
  received = [];
  userId = 0;
  /** @type {import('./tokens.js').Tokens} */
  tokens = { access: '', refresh: '' };
  /** @type {Connection | undefined} */
  #line;

  /** @param {SharedState} world @param {Account} account */
  constructor(world, account) {
    this.world = world;
    this.account = account;
    this.address = addressBy(world.random);
  }

  /** Connects, and creates a room. */
  async start() {
    this.tokens = await logIn(this.url(), this.account, this.address);
    await this.connect();
    const room = await this.request('room.create', { type: 'GroupChat', name: `The room of ${this.account.username}` });
    this.userId = room?.creator?.id ?? 0;
    this.rooms.push(room?.id ?? '');
  }

  /** @param {SimulatedUser[]} newMembers new members of the own room */
  async invite(newMembers) {
    const [room = ''] = this.rooms;
    await this.request('room.add_members', { room_id: room, members: newMembers.map(({ userId }) => userId) });
    for (const { rooms } of newMembers) rooms.push(room);
  }

  /** @param {AbortSignal} end */
  async run(end) {
    const { random, counters } = this.world;
    while (!end.aborted) {
      try {
        await delay(random() * LONGEST_PAUSE_MS);
        if (!this.#line?.isOpen) await this.connect();
        const [name, action] = actions(random);
        await action(this);
        counters.counts(name);
      } catch (error) {
        counters.complain(`${this.account.username}: ${error instanceof Error ? error.message : String(error)}`);
        await delay(LONGEST_PAUSE_MS);
      }
    }
  }

  async leave() {
    await this.#line?.leave();
  }

  /** The current connection; undefined if it was lost. */
  get connection() {
    return this.#line;
  }

  async connect() {
    const connection = await Connection.open(this.url(), this.tokens.access, this.address);
    this.#line = connection;
    connection.receive = (frame) => {
      if (frame.eventType === 'message.dispatch' && frame.data) this.#receive(frame.data);
    };
    void connection.closed.then((code) => {
      if (!connection.isOurEnd)
        this.world.counters.complain(`${this.account.username} was disconnected with ${String(code)}.`);
    });
  }

  /**
   * @param {string} eventType
   * @param {object} data
   * @param {(frame: import('./connection.js').Frame) => boolean} [isLast]
   * @returns {Promise<import('./connection.js').Data | undefined>} the `data` of the answer; undefined if it was
   *   refused or the connection ended
   */
  async request(eventType, data, isLast) {
    const answer = await this.#line?.request(eventType, data, isLast);
    if (answer?.error) this.world.counters.counts(`refused with ${String(answer.error.code)}`);
    return answer?.data;
  }

  /** A random node. */
  url() {
    return this.pick(this.world.urls) ?? '';
  }

  /** @template Item @param {readonly Item[]} items @returns {Item | undefined} */
  pick(items) {
    return items[Math.floor(this.world.random() * items.length)];
  }

  /** @param {import('./connection.js').Data} message */
  #receive({ id, room, sender, seq }) {
    if (id === undefined || !room || seq === undefined || sender?.id === this.userId) return;
    this.received.push({ id, room_id: room.id, seq });
    if (this.received.length > MESSAGES_REMEMBERED) this.received.shift();
  }

  /** @param {{ id: string, room_id: string }} message */
  remember(message) {
    this.sent.push(message);
    if (this.sent.length > MESSAGES_REMEMBERED) this.sent.shift();
  }
}

/** A random client address. @param {() => number} random */
export const addressBy = (random) =>
  [100 + Math.floor(random() * 100), ...Array.from({ length: 3 }, () => Math.floor(random() * 256))].join('.');
