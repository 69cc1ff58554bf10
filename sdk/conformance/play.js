import { setTimeout as pause } from 'node:timers/promises';

import { differenceOf } from './match.js';
import { ScriptedServer } from './scripted-server.js';
import { expanded } from './templates.js';

/** @typedef {import('./runner.js').Runner} Runner */
/**
 * What the server or the client does, and what is expected: docs/writing-a-client.md.
 * @typedef {object} Step
 * @property {string} [server]
 * @property {string} [client]
 * @property {number} [wait_ms]
 * @property {number} [after_ms]
 * @property {number} [within_ms]
 * @property {number} [for_ms]
 * @property {string} [as]
 * @property {string} [of]
 * @property {unknown} [token]
 * @property {unknown} [rejected]
 * @property {object} [first]
 * @property {boolean} [silent]
 * @property {number} [status]
 * @property {{ event_type?: string }} [frame]
 * @property {string} [text]
 * @property {Readonly<Record<string, number>>} [named]
 * @property {readonly unknown[]} [rooms]
 * @property {readonly string[]} [left]
 * @property {string} [epoch]
 * @property {object} [more]
 * @property {number} [code]
 * @property {string} [reason]
 * @property {object} [command]
 * @property {unknown} [result]
 * @property {unknown} [error]
 * @property {string} [event]
 * @property {unknown} [data]
 * @property {string} [room_id]
 * @property {unknown} [messages]
 * @property {unknown} [state]
 * @property {unknown} [lists]
 */
/**
 * @typedef {object} Scenario
 * @property {string} name
 * @property {string} proves in one sentence
 * @property {{ timing?: object }} [client] what the client is created with
 * @property {readonly unknown[]} [tokens] the answers of the token function in order; the last one is repeated
 * @property {readonly Step[]} steps
 */

/** Milliseconds. Ends what hangs: a step that has a time of its own measures it. */
const PATIENCE = 30_000;
const POLL = 10;
/** Shorter than those of a client as it is shipped, so that a scenario takes seconds at most. */
const TIMING = {
  min_reconnect_delay_ms: 60,
  max_reconnect_delay_ms: 1_000,
  response_timeout_ms: 10_000,
  max_heartbeat_interval_ms: 30_000,
};
/** Each of these is taken by a step: one too many is a fault. */
const STRICT = ['message', 'edited', 'deleted', 'reset', 'left', 'error'];
const FIRST = { eventType: 'chat.notifications', data: {}, meta: { $meta: {} } };

/**
 * Plays a scenario with a client of a runner.
 * @param {Scenario} scenario @param {Runner} runner
 * @returns {Promise<string | undefined>} what was wrong
 */
export async function faultOf(scenario, runner) {
  const play = new Play(scenario, runner);
  let step = -1;
  try {
    await play.begin();
    for (step = 0; step < scenario.steps.length; step++) await play.step(scenario.steps[step] ?? {});
    await play.end();
    return undefined;
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    const at =
      step === scenario.steps.length ? 'the end' : `step ${String(step + 1)}, ${JSON.stringify(scenario.steps[step])}`;
    return `${message}\n  at ${at}\n  ${runner.errors}`;
  } finally {
    await play.close();
  }
}

class Play {
  server = new ScriptedServer();
  /** What steps have kept. @type {Map<string, unknown>} */
  kept = new Map();
  /** The outcomes of commands. @type {Map<string, Promise<import('./runner.js').Outcome>>} */
  outcomes = new Map();
  /** When the last connection ended, in milliseconds. */
  endedAt = 0;

  /** @param {Scenario} scenario @param {Runner} runner */
  constructor(scenario, runner) {
    this.scenario = scenario;
    this.runner = runner;
    this.client = runner.client(scenario.name);
    const answers = [...(scenario.tokens ?? ['token-1'])];
    this.client.onTokenRequest = (request) => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      this.client.tokenRequests.add(request);
      const { token } = request;
      const failure = typeof answer === 'object' && answer !== null ? answer : { answer: this.tokenOf(answer) };
      this.runner.write({ client: scenario.name, token, ...failure });
    };
  }

  get options() {
    return /** @type {{ timing?: object }} */ (expanded(this.scenario.client ?? {}, this.kept));
  }

  async begin() {
    this.url = await this.server.open();
    await this.create(this.options);
  }

  /** Nothing is left that no step has expected. */
  async end() {
    for (const name of STRICT) {
      const { left } = this.client.eventsOf(name);
      if (left.length > 0) throw new Error(`The client has emitted one ${name} too many: ${JSON.stringify(left[0])}`);
    }
    for (const frame of this.server.frames.left)
      throw new Error(`The client has sent one frame too many: ${JSON.stringify(frame)}`);
    await this.do({ do: 'close' });
    this.isClosed = true;
  }

  async close() {
    if (!this.isClosed) await this.runner.do(this.scenario.name, { do: 'close' });
    this.server.close();
  }

  /** @param {{ timing?: object, keep?: boolean }} options */
  async create(options) {
    await this.do({ do: 'create', url: this.url, ...options, timing: { ...TIMING, ...options.timing } });
  }

  /** @param {object} command @returns {Promise<unknown>} */
  async do(command) {
    const { result, error } = await this.runner.do(this.scenario.name, command);
    if (error) throw new Error(`The command ${JSON.stringify(command)} was refused: ${JSON.stringify(error)}`);
    return result;
  }

  /** @param {Step} written */
  async step(written) {
    const step = /** @type {Step} */ (expanded(written, this.kept));
    const word = step.server === undefined ? `client ${step.client ?? ''}` : `server ${step.server}`;
    /** @type {Readonly<Record<string, ((step: Step) => unknown) | undefined>>} */
    const acts = this.acts;
    const act = acts[word];
    if (step.wait_ms !== undefined) await pause(step.wait_ms);
    else if (act) await act(step);
    else throw new Error(`There is no such step: ${word}`);
  }

  acts = {
    /** @param {Step} step */
    'server accepts': async (step) => {
      const { token, after_ms: least, within_ms: most = PATIENCE, first, silent } = step;
      const handshake = await this.server.handshakes.take('No handshake arrived', most + PATIENCE);
      const waited = handshake.at - this.endedAt;
      if (least !== undefined && waited < least) throw new Error(`It reconnected after ${waited.toFixed(0)} ms`);
      if (token !== undefined) check(handshake.token, token, 'the token of the handshake');
      if (step.within_ms !== undefined && waited > most)
        throw new Error(`It reconnected after ${waited.toFixed(0)} ms`);
      handshake.accept();
      if (silent !== true) this.server.send(JSON.stringify(expanded({ ...FIRST, ...first }, this.kept)));
    },
    /** @param {Step} step */
    'server refuses': async ({ status = 503, after_ms: least }) => {
      const handshake = await this.server.handshakes.take('No handshake arrived', PATIENCE);
      const waited = handshake.at - this.endedAt;
      if (least !== undefined && waited < least) throw new Error(`It reconnected after ${waited.toFixed(0)} ms`);
      handshake.refuse(status);
      this.endedAt = performance.now();
    },
    /** @param {Step} step */
    'server expects': async ({ frame, as, within_ms: most = PATIENCE }) => {
      const isHeartbeat = frame?.event_type === 'session.heartbeat';
      const arrivals = isHeartbeat ? this.server.heartbeats : this.server.frames;
      const arrived = await arrivals.take(`No frame arrived`, most);
      check(arrived, frame, `the frame ${JSON.stringify(arrived)}`);
      if (as !== undefined) this.kept.set(as, arrived);
    },
    /** @param {Step} step */
    'server sends': ({ frame, text }) => {
      this.server.send(text ?? JSON.stringify(frame));
    },
    /** The sync of a client that has missed nothing, or these rooms. @param {Step} step */
    'server synchronizes': async ({ named = {}, rooms = [], left = [], epoch = 'first', more }) => {
      const request = await this.server.frames.take('No sync arrived', PATIENCE);
      check(request, { event_type: 'session.sync', data: { rooms: named } }, `the frame ${JSON.stringify(request)}`);
      if (Object.keys(request.data.rooms ?? {}).length !== Object.keys(named).length)
        throw new Error(`The sync names other rooms: ${JSON.stringify(request.data)}`);
      const data = { complete: true, rooms, left, ...more };
      const { request_id } = request;
      this.server.send(JSON.stringify({ eventType: 'sessionsync.dispatch', request_id, data, meta: { epoch } }));
    },
    /** @param {Step} step */
    'server closes': ({ code = 1000, reason = '' }) => {
      this.endedAt = performance.now();
      this.server.connection.close(code, reason);
    },
    'server cuts': () => {
      this.endedAt = performance.now();
      this.server.connection.terminate();
    },
    /** The client has closed the connection. @param {Step} step */
    'server sees the end': async ({ within_ms: most = PATIENCE }) => {
      await this.server.closes.take('The client did not end the connection', most);
      this.endedAt = performance.now();
    },
    /** Neither a frame nor a handshake. @param {Step} step */
    'server sees nothing': async ({ for_ms: time = 0 }) => {
      await pause(time);
      for (const frame of this.server.frames.left) throw new Error(`The client has sent ${JSON.stringify(frame)}`);
      if (this.server.handshakes.left.length > 0) throw new Error('The client has reconnected');
    },
    /** @param {Step} step */
    'client does': ({ as, command = {} }) => {
      const outcome = this.runner.do(this.scenario.name, command);
      if (as !== undefined) this.outcomes.set(as, outcome);
    },
    /** A command has its outcome. @param {Step} step */
    'client answers': async ({ of: name = '', result, error }) => {
      const outcome = await inTime(this.outcomes.get(name), `The command ${name} has no outcome`);
      if (error !== undefined) check(outcome.error, error, 'the error');
      else if (outcome.error) throw new Error(`The command ${name} was refused: ${JSON.stringify(outcome.error)}`);
      else if (result !== undefined) check(outcome.result, result, 'the result');
    },
    /** The next event of this name. @param {Step} step */
    'client emits': async ({ event = '', data = {}, within_ms: most = PATIENCE }) => {
      const emitted = await this.client.eventsOf(event).take(`The client has emitted no ${event}`, most);
      check(emitted, data, `the event ${event}`);
    },
    /** @param {Step} step */
    'client emits nothing': async ({ event = '', for_ms: time = 0 }) => {
      await pause(time);
      const [emitted] = this.client.eventsOf(event).left;
      if (emitted !== undefined) throw new Error(`The client has emitted ${JSON.stringify(emitted)}`);
    },
    /** The next call of the token function. @param {Step} step */
    'client asks for a token': async ({ rejected }) => {
      const request = await this.client.tokenRequests.take('The client has asked for no token', PATIENCE);
      if (rejected !== undefined) check(request.rejected, rejected, 'the rejected token');
    },
    /** In the end. @param {Step} step */
    'client shows': ({ room_id, messages }) => this.becomes({ do: 'messages', room_id }, messages),
    /** In the end. @param {Step} step */
    'client stores': ({ state }) => this.becomes({ do: 'stored' }, state),
    /** In the end. @param {Step} step */
    'client has the private state': ({ lists }) => this.becomes({ do: 'private' }, lists),
    /** With the same storage, and nothing else of what it had. */
    'client restarts': async () => {
      await this.do({ do: 'close' });
      this.server.closes.left = [];
      await this.create({ ...this.options, keep: true });
    },
  };

  /** @param {object} command @param {unknown} expected */
  async becomes(command, expected) {
    const until = performance.now() + PATIENCE;
    for (;;) {
      const difference = differenceOf(await this.do(command), expected);
      if (difference === undefined) return;
      if (performance.now() > until) throw new Error(difference);
      await pause(POLL);
    }
  }

  /** `{expires_in_ms}` is a token that can be read. @param {unknown} answer */
  tokenOf(answer) {
    if (typeof answer !== 'string' || !answer.startsWith('expires in ')) return answer;
    const exp = Date.now() / 1_000 + Number.parseInt(answer.slice('expires in '.length), 10) / 1_000;
    const part = (/** @type {object} */ value) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${part({ alg: 'none' })}.${part({ exp, user_id: 1 })}.x`;
  }
}

/** @param {unknown} actual @param {unknown} expected @param {string} what */
function check(actual, expected, what) {
  const difference = differenceOf(actual, expected);
  if (difference !== undefined) throw new Error(`Of ${what}: ${difference}`);
}

/** @template Value @param {Promise<Value> | undefined} promise @param {string} otherwise @returns {Promise<Value>} */
async function inTime(promise, otherwise) {
  const late = Symbol('late');
  const timer = new AbortController();
  const outcome = await Promise.race([promise, pause(PATIENCE, late, { signal: timer.signal }).catch(() => late)]);
  timer.abort();
  if (outcome === late || outcome === undefined) throw new Error(otherwise);
  return /** @type {Value} */ (outcome);
}
