import { setTimeout as delay } from 'node:timers/promises';

import type { ServerEvent } from '@parley/protocol';

import { isForNow, isOutcomeUnknown } from '../ledger/refusals.js';
import type { Device } from './device.js';
import type { Random } from './random.js';

export interface Attempt {
  accepted(frame: ServerEvent): void;
  refused(code: number): void;
}

/** A request of a member, which is retried on any connected device until it is answered. */
export interface Action {
  readonly eventType: string;
  readonly data: object;
  /** Called before each attempt. */
  readonly begin: () => Attempt;
}

/** The timeout of a request, after which it is retried. */
const ANSWER_TIMEOUT_MS = 5_000;
/** The interval in which a member whose devices are not connected, or pause in an outage, checks again. */
const POLL_MS = 50;
const SHORTEST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 1_000;

/** The requests in progress. */
export class ActionScheduler {
  private readonly underway = new Set<Promise<void>>();
  private over = false;

  constructor(private readonly random: Random) {}

  /** Sends a request and retries it until it is answered, or until the end of the run. */
  schedule(action: Action, devices: readonly Device[]): void {
    const done = this.retryUntilAnswered(action, devices).finally(() => this.underway.delete(done));
    this.underway.add(done);
  }

  /**
   * Sends a request once, without a retry.
   * @param onSent called after the request has been sent
   */
  scheduleOnce(action: Action, device: Device, onSent?: () => void): void {
    const done = perform(action, device, onSent).then(() => {
      this.underway.delete(done);
    });
    this.underway.add(done);
  }

  get count(): number {
    return this.underway.size;
  }

  /**
   * Waits for all requests.
   * @param timeout the timeout in milliseconds
   * @returns the number of requests that were never answered
   */
  async finished(timeout: number): Promise<number> {
    const deadline = performance.now() + timeout;
    while (this.underway.size > 0 && performance.now() < deadline) await delay(POLL_MS);
    const left = this.underway.size;
    this.over = true;
    await Promise.all(this.underway);
    return left;
  }

  private async retryUntilAnswered(action: Action, devices: readonly Device[]): Promise<void> {
    while (!this.over) {
      const device = this.random.pick(devices.filter(({ mayRequest }) => mayRequest));
      if (!device) {
        await delay(POLL_MS);
        continue;
      }
      const outcome = await perform(action, device);
      if (outcome === 'answered') return;
      if (outcome !== undefined) await delay(Math.max(outcome, this.random.between(SHORTEST_WAIT_MS, LONGEST_WAIT_MS)));
    }
  }
}

/** The outcome of an attempt: an answer, the milliseconds to wait before a retry, or no answer in time. */
type Outcome = 'answered' | number | undefined;

async function perform(action: Action, device: Device, onSent?: () => void): Promise<Outcome> {
  await device.waitForSlot();
  return withTimeout(send(action, device, onSent), () => device.timedOut());
}

async function send({ eventType, data, begin }: Action, device: Device, onSent?: () => void): Promise<Outcome> {
  const attempt = begin();
  const answering = device.request(eventType, data);
  onSent?.();
  const answer = await answering;
  if (!answer) return undefined;
  if ('frame' in answer) {
    attempt.accepted(answer.frame);
    return 'answered';
  }
  const { code, retry_after: retryAfter = 0 } = answer.refused;
  // Not refused: its outcome stays open, as without an answer.
  if (isOutcomeUnknown(eventType, answer.refused)) return retryAfter * 1_000;
  attempt.refused(code);
  return isForNow(code) ? retryAfter * 1_000 : 'answered';
}

/** Waits for an outcome until the timeout. A later answer is still recorded. */
async function withTimeout(outcome: Promise<Outcome>, onTimeout: () => void): Promise<Outcome> {
  let timeout: NodeJS.Timeout | undefined;
  const enough = new Promise<undefined>((resolve) => {
    timeout = setTimeout(() => {
      onTimeout();
      resolve(undefined);
    }, ANSWER_TIMEOUT_MS);
  });
  return Promise.race([outcome, enough]).finally(() => clearTimeout(timeout));
}
