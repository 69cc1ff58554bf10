import { setTimeout as delay } from 'node:timers/promises';

import type { Errands } from './errands.js';
import type { Member } from './member.js';
import type { Random } from './random.js';

/** The actions, with their frequency in percent. */
const DEEDS = [
  [55, 'say'],
  [3, 'sayTwiceAtOnce'],
  [3, 'sayAndLoseTheLine'],
  [7, 'sayAgain'],
  [10, 'edit'],
  [4, 'delete'],
  [13, 'react'],
  [3, 'hangUp'],
  [2, 'loseTheLine'],
] as const;

type Deed = (typeof DEEDS)[number][1];

/** The percentage of actions that send a message. */
const SHARE_OF_MESSAGES = 61;
/** The limit of open requests for each member: above it, no action is started, since the deployment is slow or down. */
const MOST_UNDERWAY = 10;
const LONGEST_ABSENCE_MS = 3_000;

/** The load phase: random actions of all members, with disconnects. */
export class Storm {
  /** @param rate the messages a second of all members in total */
  constructor(
    private readonly members: readonly Member[],
    private readonly errands: Errands,
    private readonly random: Random,
    private readonly rate: number,
  ) {}

  /** Starts actions until the signal. */
  async rage(end: AbortSignal): Promise<void> {
    const pauseMs = 10 * (SHARE_OF_MESSAGES / this.rate);
    for (let next = performance.now(); !isOver(end); next += this.random.between(0.5, 1.5) * pauseMs) {
      const wait = next - performance.now();
      // Even without a pause, this lets other tasks run, and the end signal arrive.
      await delay(Math.max(0, wait), undefined, { signal: end }).catch(() => undefined);
      if (wait < -1_000) next = performance.now();
      const member = this.random.pick(this.members);
      if (!isOver(end) && member && this.errands.count < MOST_UNDERWAY * this.members.length) this[this.deed()](member);
    }
  }

  /** All members resend messages that were accepted long ago, since retries are safe permanently. */
  async repeat(): Promise<void> {
    for (const member of this.members) {
      for (let times = 0; times < 3; times += 1) this.sayAgain(member);
      await delay(20);
    }
  }

  private deed(): Deed {
    let at = this.random.between(0, 100);
    return DEEDS.find(([share]) => (at -= share) < 0)?.[1] ?? 'say';
  }

  private say(member: Member): void {
    this.errands.run(member.send(), member.devices);
  }

  private sayTwiceAtOnce(member: Member): void {
    const errand = member.send();
    const device = this.random.pick(member.awake());
    if (device) this.errands.once(errand, device);
    this.errands.run(errand, member.devices);
  }

  /** Closes the connection before the answer arrives, so that the outcome of the send is unknown. */
  private sayAndLoseTheLine(member: Member): void {
    const errand = member.send();
    const device = this.random.pick(member.awake());
    if (device) {
      this.errands.once(errand, device, () => {
        device.hangUp('cut', 0);
      });
    }
    this.errands.run(errand, member.devices);
  }

  private sayAgain(member: Member): void {
    const [errand, device] = [member.resend(), this.random.pick(member.awake())];
    if (errand && device) this.errands.once(errand, device);
  }

  private edit(member: Member): void {
    const errand = member.edit();
    if (errand) this.errands.run(errand, member.devices);
  }

  private delete(member: Member): void {
    const errand = member.delete();
    if (errand) this.errands.run(errand, member.devices);
  }

  private react(member: Member): void {
    const errand = member.react();
    if (errand) this.errands.run(errand, member.devices);
  }

  private hangUp(member: Member): void {
    this.random.pick(member.awake())?.hangUp('close', this.absence());
  }

  private loseTheLine(member: Member): void {
    this.random.pick(member.awake())?.hangUp('cut', this.absence());
  }

  private absence(): number {
    return this.random.between(0, LONGEST_ABSENCE_MS);
  }
}

/** A function, since the compiler assumes that the property does not change between two checks. */
const isOver = (end: AbortSignal): boolean => end.aborted;
