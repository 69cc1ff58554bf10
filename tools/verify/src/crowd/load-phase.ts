import { setTimeout as delay } from 'node:timers/promises';

import type { Conversations } from './conversations.js';
import { haveConversations } from './device.js';
import type { Member } from './member.js';
import type { Random } from './random.js';
import type { Action, ActionScheduler } from './action-scheduler.js';

/** The actions, with their frequency in percent. */
const ACTIONS = [
  [50.5, 'send'],
  [3, 'reply'],
  [1.5, 'createPoll'],
  [3, 'sendTwiceAtOnce'],
  [3, 'sendAndCut'],
  [7, 'resend'],
  [7, 'edit'],
  [4, 'delete'],
  [7, 'react'],
  [1.5, 'readThread'],
  [1, 'pin'],
  [3, 'vote'],
  [0.5, 'closePoll'],
  [3, 'favourite'],
  [3, 'disconnect'],
  [2, 'cut'],
] as const;

type ActionName = (typeof ACTIONS)[number][1];

/** The percentage of actions that send a message. */
const SHARE_OF_MESSAGES = 61;
/** The limit of open requests for each member: above it, no action is started, since the deployment is slow or down. */
const MOST_UNDERWAY = 10;
const LONGEST_ABSENCE_MS = 3_000;

/** The load phase: random actions of all members, with disconnects. */
export class LoadPhase {
  /** @param rate the messages a second of all members in total */
  constructor(
    private readonly members: readonly Member[],
    private readonly scheduler: ActionScheduler,
    private readonly random: Random,
    private readonly rate: number,
    private readonly conversations: Conversations,
  ) {}

  /** Starts actions until the signal. */
  async generate(end: AbortSignal): Promise<void> {
    const pauseMs = 10 * (SHARE_OF_MESSAGES / this.rate);
    for (let next = performance.now(); !isOver(end); next += this.random.between(0.5, 1.5) * pauseMs) {
      const wait = next - performance.now();
      // Even without a pause, this lets other tasks run, and the end signal arrive.
      await delay(Math.max(0, wait), undefined, { signal: end }).catch(() => undefined);
      if (wait < -1_000) next = performance.now();
      const member = this.random.pick(this.members);
      if (!isOver(end) && member && this.scheduler.count < MOST_UNDERWAY * this.members.length)
        this[this.pickAction()](member);
    }
  }

  /** All members resend messages that were accepted long ago, since retries are safe permanently. */
  async repeat(): Promise<void> {
    for (const member of this.members) {
      for (let times = 0; times < 3; times += 1) this.resend(member);
      await delay(20);
    }
  }

  private pickAction(): ActionName {
    let at = this.random.between(0, 100);
    return ACTIONS.find(([share]) => (at -= share) < 0)?.[1] ?? 'send';
  }

  private send(member: Member): void {
    this.scheduler.schedule(member.send(), member.devices);
  }

  private sendTwiceAtOnce(member: Member): void {
    const action = member.send();
    const device = this.random.pick(member.readyDevices());
    if (device) this.scheduler.scheduleOnce(action, device);
    this.scheduler.schedule(action, member.devices);
  }

  /** Closes the connection before the answer arrives, so that the outcome of the send is unknown. */
  private sendAndCut(member: Member): void {
    const action = member.send();
    const device = this.random.pick(member.readyDevices());
    if (device) {
      this.scheduler.scheduleOnce(action, device, () => device.disconnect('cut', 0));
    }
    this.scheduler.schedule(action, member.devices);
  }

  private resend(member: Member): void {
    const [action, device] = [member.resend(), this.random.pick(member.readyDevices())];
    if (action && device) this.scheduler.scheduleOnce(action, device);
  }

  private edit(member: Member): void {
    this.schedule(member, member.edit());
  }

  private delete(member: Member): void {
    this.schedule(member, member.delete());
  }

  private react(member: Member): void {
    this.schedule(member, member.react());
  }

  private favourite(member: Member): void {
    this.schedule(member, member.favourite());
  }

  /** Where a node may have no threads, the reply is a message of its room. */
  private reply(member: Member): void {
    const reply = this.hasConversations() ? this.conversations.reply(member) : undefined;
    this.schedule(member, reply ?? member.send());
  }

  private createPoll(member: Member): void {
    this.schedule(member, this.hasConversations() ? this.conversations.createPoll(member) : member.send());
  }

  private readThread(member: Member): void {
    if (this.hasConversations()) this.schedule(member, this.conversations.readThread(member));
  }

  private pin(member: Member): void {
    if (this.hasConversations()) this.schedule(member, this.conversations.pin(member));
  }

  private vote(member: Member): void {
    if (this.hasConversations()) this.schedule(member, this.conversations.vote(member));
  }

  private closePoll(member: Member): void {
    if (this.hasConversations()) this.schedule(member, this.conversations.closePoll(member));
  }

  /** A retry may reach any node: all of them must know the event. */
  private hasConversations(): boolean {
    return this.members.every(({ devices }) => haveConversations(devices));
  }

  private schedule(member: Member, action: Action | undefined): void {
    if (action) this.scheduler.schedule(action, member.devices);
  }

  private disconnect(member: Member): void {
    this.random.pick(member.readyDevices())?.disconnect('close', this.awayMs());
  }

  private cut(member: Member): void {
    this.random.pick(member.readyDevices())?.disconnect('cut', this.awayMs());
  }

  private awayMs(): number {
    return this.random.between(0, LONGEST_ABSENCE_MS);
  }
}

/** A function, since the compiler assumes that the property does not change between two checks. */
const isOver = (end: AbortSignal): boolean => end.aborted;
