import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { Arrivals } from './arrivals.js';

/** @typedef {{ code: number | string, detail: unknown, retry_after?: number }} Refusal */
/** @typedef {{ result?: unknown, error?: Refusal }} Outcome */
/** @typedef {{ token: number, rejected: string | null }} TokenRequest */
/** The client of one scenario in a runner. */
class RunnerClient {
  /** The events by their name. @type {Map<string, Arrivals<unknown>>} */
  events = new Map();
  /** @type {Arrivals<TokenRequest>} */
  tokenRequests = new Arrivals();
  /** Called with each token request. @type {(request: TokenRequest) => void} */
  onTokenRequest = () => undefined;

  /** @param {string} name */
  eventsOf(name) {
    const events = this.events.get(name) ?? new Arrivals();
    this.events.set(name, events);
    return events;
  }
}

/**
 * A program that drives a client library: it reads commands from its standard input and writes outcomes and events to its
 * standard output, one JSON object a line. It serves any number of clients at a time, by name.
 */
export class Runner {
  /** @type {Map<string, RunnerClient>} */
  clients = new Map();
  /** @type {Map<number, (outcome: Outcome) => void>} */
  unanswered = new Map();
  lastId = 0;
  errors = '';
  hasEnded = false;

  /** @param {string} program @param {readonly string[]} words @param {NodeJS.ProcessEnv} env */
  constructor(program, words, env) {
    this.child = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    this.child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => (this.errors += text));
    createInterface(this.child.stdout).on('line', (line) => this.receive(line));
    /** @type {Promise<void>} */
    this.ended = new Promise((resolve) => {
      this.child.on('error', (error) => (this.errors += error.message));
      this.child.on('close', () => {
        this.hasEnded = true;
        for (const answer of this.unanswered.values()) answer({ error: { code: 'ended', detail: this.errors } });
        resolve();
      });
    });
    this.child.stdin.on('error', () => undefined);
  }

  /** @param {string} name @returns {RunnerClient} */
  client(name) {
    const client = this.clients.get(name) ?? new RunnerClient();
    this.clients.set(name, client);
    return client;
  }

  /** @param {string} client @param {object} command @returns {Promise<Outcome>} */
  do(client, command) {
    if (this.hasEnded) return Promise.resolve({ error: { code: 'ended', detail: this.errors } });
    const id = ++this.lastId;
    this.write({ id, client, ...command });
    return new Promise((resolve) => this.unanswered.set(id, resolve));
  }

  /** @param {object} line */
  write(line) {
    this.child.stdin.write(`${JSON.stringify(line)}\n`);
  }

  /** The runner ends by itself. */
  async close() {
    this.child.stdin.end();
    await this.ended;
  }

  /** @param {string} text */
  receive(text) {
    const line =
      /** @type {Outcome & { id?: number, client: string, event?: string, data?: unknown, token?: number, rejected?: string | null }} */ (
        JSON.parse(text)
      );
    if (line.id !== undefined) {
      this.unanswered.get(line.id)?.(line);
      this.unanswered.delete(line.id);
      return;
    }
    const client = this.client(line.client);
    if (line.event !== undefined) client.eventsOf(line.event).add(line.data);
    else if (line.token !== undefined) client.onTokenRequest({ token: line.token, rejected: line.rejected ?? null });
  }
}
