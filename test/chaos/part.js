import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Longer than `SHUTDOWN_SECONDS`, which is 10, the time for a node to finish its work. */
const TIMEOUT_MS = 60_000;

/** A process of the deployment, which can be stopped by a fault and restarted. */
export class Part {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #process;
  /** @type {Promise<unknown>} */
  #end = Promise.resolve();
  /** @type {Promise<void>} */
  #starting = Promise.resolve();
  #isFrozen = false;
  #mayEnd = true;

  /**
   * @param {string} name
   * @param {() => Promise<import('node:child_process').ChildProcess>} launch starts it, and waits until it is ready
   * @param {(sentence: string) => void} complain called with each fault
   */
  constructor(name, launch, complain) {
    this.name = name;
    this.launch = launch;
    this.complain = complain;
  }

  start() {
    this.#starting = this.#start();
    return this.#starting;
  }

  async #start() {
    const child = await this.launch();
    this.#process = child;
    this.#mayEnd = false;
    const ended = () => {
      if (!this.#mayEnd) this.complain(`${this.name} ended by itself, with ${story(child)}`);
    };
    if (!runs(child)) ended();
    this.#end = runs(child) ? once(child, 'exit').then(ended) : Promise.resolve();
  }

  get isRunning() {
    return this.#process !== undefined && runs(this.#process);
  }

  /** Resolves when the signal has taken effect. @param {NodeJS.Signals} signal */
  async disrupt(signal) {
    if (!this.isRunning) return;
    this.#isFrozen = signal === 'SIGSTOP';
    this.#mayEnd = !this.#isFrozen;
    this.#process?.kill(signal);
    if (!this.#isFrozen) await this.#ends(signal);
  }

  /** It does nothing from now on, until {@link recover} or {@link stop}. */
  freeze() {
    this.#isFrozen = true;
    this.#process?.kill('SIGSTOP');
  }

  async recover() {
    if (!this.#isFrozen) return this.start();
    this.#isFrozen = false;
    this.#process?.kill('SIGCONT');
  }

  /** Works in every state. @param {NodeJS.Signals} signal */
  async stop(signal) {
    await this.#starting.catch(() => undefined);
    if (this.#isFrozen) this.#process?.kill('SIGCONT');
    await this.disrupt(signal);
  }

  /** @param {NodeJS.Signals} signal */
  async #ends(signal) {
    const timeout = new AbortController();
    const impatient = delay(TIMEOUT_MS, undefined, { signal: timeout.signal }).then(
      () => {
        this.complain(`${this.name} had not ended ${String(TIMEOUT_MS / 1000)} s after ${signal}`);
        this.#process?.kill('SIGKILL');
      },
      () => undefined,
    );
    await this.#end;
    timeout.abort();
    await impatient;
    if (signal === 'SIGTERM' && this.#process?.exitCode !== 0) {
      this.complain(`${this.name} did not exit with 0 after SIGTERM, but with ${story(this.#process)}`);
    }
  }
}

/** @param {import('node:child_process').ChildProcess} child */
const runs = (child) => child.exitCode === null && child.signalCode === null;

/** @param {import('node:child_process').ChildProcess | undefined} child */
const story = (child) => child?.signalCode ?? `code ${String(child?.exitCode)}`;
