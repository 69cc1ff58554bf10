import { setTimeout as delay } from 'node:timers/promises';

import type { Errands } from './errands.js';
import type { Member } from './member.js';
import type { Random } from './random.js';

/** What happens, and how often of a hundred times. */
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

/** Of a hundred deeds. */
const SHARE_OF_MESSAGES = 61;
/** Errands of a member beyond which nothing new is begun: the deployment is behind, or away. */
const MOST_UNDERWAY = 10;
const LONGEST_ABSENCE_MS = 3_000;

/** A crowd of clients at its daily work, on bad phones. */
export class Storm {
  /** @param rate messages a second of all members together */
  constructor(
    private readonly members: readonly Member[],
    private readonly errands: Errands,
    private readonly random: Random,
    private readonly rate: number,
  ) {}

  /** Until the signal. */
  async rage(end: AbortSignal): Promise<void> {
    const pauseMs = 10 * (SHARE_OF_MESSAGES / this.rate);
    for (let next = performance.now(); !isOver(end); next += this.random.between(0.5, 1.5) * pauseMs) {
      const wait = next - performance.now();
      // However late it is, everybody else has their turn between, and so has the end.
      await delay(Math.max(0, wait), undefined, { signal: end }).catch(() => undefined);
      if (wait < -1_000) next = performance.now();
      const member = this.random.pick(this.members);
      if (!isOver(end) && member && this.errands.count < MOST_UNDERWAY * this.members.length) this[this.deed()](member);
    }
  }

  /** For ever is also now: what was accepted long ago is sent again by everybody. */
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

  /** The line is gone before the answer can come: nobody knows whether it was stored. */
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

/** It may be so since the last time that somebody looked. */
const isOver = (end: AbortSignal): boolean => end.aborted;
