import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';

import { ask } from '../load/ask.js';
import { fetched } from '../load/http.js';
import { processorSeconds } from '../load/server-process.js';
import { quantile } from '../report/statistics.js';
import { result } from '../report/result.js';

const NAME = 'provisioning';
const USERS = 10_000;
const BATCH = 100;
const TOKENS = 1_000;
/** Not measured. */
const FIRST_TOKENS = 500;
const ROOMS = 1_000;
const MEMBERS = 10;
const BEAT = { event_type: 'session.heartbeat', data: {} };

/**
 * The backend of a product makes 10,000 users in batches, then tokens, and then rooms of 10 members, one request after the
 * other. While it makes users and rooms, another user sends heartbeats.
 * @type {import('./measure.js').Measure}
 */
export const provisioning = {
  name: NAME,
  run: async (lab, { rounds }) => {
    const parley = await lab.parley();
    const send = await backendOf(parley);
    const [bystander] = await parley.population.users(1);
    const token = bystander?.token ?? '';
    const figures = { seconds: noFigures(), delays: noFigures(), costs: noFigures() };
    const ofRooms = { seconds: noFigures(), delays: noFigures() };
    const meanwhile = { url: parley.url, token };
    for (let round = 0; round < rounds; round += 1) {
      const ids = Array.from({ length: USERS }, () => `bench:${randomUUID()}`);
      await measured(figures, () => made(send, ids), meanwhile);
      figures.costs.push(await tokenCost(send, ids, parley.pid));
      await measured(ofRooms, () => madeRooms(send, ids), meanwhile);
    }
    return [
      result(NAME, `${String(USERS)} users in batches of ${String(BATCH)}`, figures.seconds, {
        unit: 's',
        bar: { most: 60 },
      }),
      result(NAME, 'p99 of heartbeats meanwhile', figures.delays, { unit: 'ms', bar: { most: 250 } }),
      result(NAME, 'a token', figures.costs, { unit: 'ms of a core', bar: { most: 2 } }),
      result(NAME, `${String(ROOMS)} rooms of ${String(MEMBERS)} members`, ofRooms.seconds, {
        unit: 's',
        bar: { most: 60 },
      }),
      result(NAME, 'p99 of heartbeats while it makes rooms', ofRooms.delays, { unit: 'ms', bar: { most: 250 } }),
    ];
  },
};

/** @returns {number[]} */
const noFigures = () => [];

/**
 * @param {{ seconds: number[], delays: number[] }} figures
 * @param {() => Promise<number>} make
 * @param {{ url: string, token: string }} bystander
 */
async function measured(figures, make, bystander) {
  const began = performance.now();
  const making = make();
  figures.delays.push(quantile(await heartbeatsUntil(making, bystander), 0.99));
  figures.seconds.push(((await making) - began) / 1_000);
}

/** @typedef {(path: string, body: object, method?: 'POST' | 'PUT') => Promise<Buffer>} Send */

/**
 * Requests with the key of a backend.
 * @param {Pick<import('../contenders/contender.js').Contender, 'url'> & { population: import('../contenders/population.js').Population }} parley
 * @returns {Promise<Send>}
 */
async function backendOf({ url, population }) {
  const prefix = randomBytes(4).toString('hex');
  const key = `pk_${prefix}_${randomBytes(32).toString('base64url')}`;
  await population.query(
    `INSERT INTO api_keys (id, name, prefix, key_hash, scopes) VALUES ($1, 'bench', $2, $3, '{users:manage,tokens:issue,rooms:manage}')`,
    [randomUUID(), prefix, createHash('sha256').update(key).digest('hex')],
  );
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const address = url.replace(/^ws/, 'http');
  return (path, body, method = 'POST') =>
    fetched(`${address}/api/${path}`, { method, headers, agent }, JSON.stringify(body));
}

/** @param {Send} send @param {readonly string[]} ids @returns {Promise<number>} when the last one was made */
async function made(send, ids) {
  for (let at = 0; at < ids.length; at += BATCH) {
    await send('users/external/', {
      users: ids.slice(at, at + BATCH).map((id) => ({ external_id: id, first_name: 'Ada' })),
    });
  }
  return performance.now();
}

/** @param {Send} send @param {readonly string[]} ids @returns {Promise<number>} when the last room was made */
async function madeRooms(send, ids) {
  for (let room = 0; room < ROOMS; room += 1) {
    const [first, ...others] = Array.from({ length: MEMBERS }, (_, at) => ids[(room * MEMBERS + at) % ids.length]);
    const state = { type: 'GroupChat', name: `Order ${String(room)}`, created_by: first, members: others };
    await send(`rooms/external/${randomUUID()}/`, state, 'PUT');
  }
  return performance.now();
}

/**
 * @param {Promise<unknown>} work
 * @param {{ url: string, token: string }} bystander
 * @returns {Promise<number[]>} milliseconds of each heartbeat
 */
async function heartbeatsUntil(work, bystander) {
  const done = new AbortController();
  void work.finally(() => done.abort()).catch(() => undefined);
  /** @type {number[]} */
  const times = [];
  while (!done.signal.aborted) {
    times.push(...(await ask({ ...bystander, question: BEAT, end: '"success"', warmUp: 0, count: 20 })));
    await after(10);
  }
  return times;
}

/** @param {Send} send @param {readonly string[]} ids @param {number} pid @returns {Promise<number>} milliseconds */
async function tokenCost(send, ids, pid) {
  const issue = (/** @type {string} */ id) => send(`users/external/${encodeURIComponent(id)}/tokens/`, {});
  for (const id of ids.slice(0, FIRST_TOKENS)) await issue(id);
  const before = processorSeconds(pid);
  for (const id of ids.slice(FIRST_TOKENS, FIRST_TOKENS + TOKENS)) await issue(id);
  return ((processorSeconds(pid) - before) * 1_000) / TOKENS;
}
