import { setTimeout as delay } from 'node:timers/promises';

import { ActionScheduler } from './crowd/action-scheduler.js';
import { ConnectionFactory } from './crowd/connection-factory.js';
import { Conversations } from './crowd/conversations.js';
import { Counters } from './crowd/counters.js';
import type { Credentials } from './crowd/credentials.js';
import { Device, haveConversations } from './crowd/device.js';
import type { VerifyContext } from './crowd/device.js';
import { forEachLeader } from './crowd/for-each-leader.js';
import { readFollowedThreads, readLastSeq, readRoom } from './crowd/history.js';
import { LoadPhase } from './crowd/load-phase.js';
import { Member } from './crowd/member.js';
import { Random } from './crowd/random.js';
import { RecentMessages } from './crowd/recent-messages.js';
import { assignRoles, deleteRoom } from './crowd/roles.js';
import type { Assignment } from './crowd/roles.js';
import { cancelScheduled, scheduleMessages } from './crowd/schedule-messages.js';
import type { FinalRoom } from './ledger/final-check.js';
import { Ledger } from './ledger/ledger.js';
import type { FollowedThreads } from './ledger/thread-check.js';
import { reportOf } from './report.js';
import type { Report } from './report.js';

/** The parameters of a run. */
export interface Plan {
  /** One or more ws or wss addresses of the same deployment. */
  readonly addresses: readonly string[];
  readonly users: readonly Credentials[];
  readonly seconds: number;
  /** Messages a second in total. */
  readonly rate: number;
  readonly seed: number;
  /** Whether the deployment may lose messages if it announces that to the clients. */
  readonly permitAnnouncedLosses: boolean;
  /** A part of the names of created rooms. */
  readonly run: string;
}

export type Phase = 'preparing' | 'running' | 'waiting for deliveries' | 'reading the history' | 'cleaning up';

/** Receives the progress of a run. */
export interface ProgressListener {
  onPhase(phase: Phase): void;
  /** Called every second in the phase `running`. */
  onProgress(now: { readonly seconds: number; readonly accepted: number; readonly broken: number }): void;
}

const CONNECT_TIMEOUT_MS = 30_000;
const ANSWERS_TIMEOUT_MS = 30_000;
const RETURN_TIMEOUT_MS = 30_000;
/** The maximum time in which the last messages must arrive at all connected devices. */
const GRACE_MS = 10_000;
/** A scheduled message whose sending is interrupted by a fault is sent some seconds later. */
const SCHEDULED_GRACE_MS = 45_000;
const POLL_MS = 50;
const READINGS = 3;

/** The state that is read at the end, over new connections. */
interface FinalState {
  readonly rooms: readonly FinalRoom[];
  readonly followed: readonly FollowedThreads[];
}

/**
 * One run: clients use a deployment for a while, and then the ledger checks whether every promise was kept.
 */
export class Verification {
  private readonly ledger: Ledger;
  private readonly random: Random;
  private readonly scheduler: ActionScheduler;
  private readonly context: VerifyContext;
  private readonly unverified: string[] = [];
  private readonly members: Member[] = [];
  private readonly devices: Device[] = [];
  private readonly recent = new RecentMessages();

  constructor(
    private readonly plan: Plan,
    private readonly listener: ProgressListener,
  ) {
    this.ledger = new Ledger(plan.permitAnnouncedLosses);
    this.random = new Random(plan.seed);
    this.scheduler = new ActionScheduler(this.random);
    const counters = new Counters(() => this.devices.length);
    this.context = { connections: new ConnectionFactory(plan.addresses), random: this.random, counters };
  }

  /**
   * @param end ends the run early; the result is checked nevertheless
   * @param beside runs during the phase `running`, which waits for it
   * @throws Error if the run cannot be started
   */
  async execute(end: AbortSignal, beside: (end: AbortSignal) => Promise<void>): Promise<Report> {
    this.listener.onPhase('preparing');
    const assignment = await assignRoles(this.plan.users, `verify ${this.plan.run}`, this.context);
    try {
      this.createMembers(assignment);
      for (const device of this.devices) device.start();
      await this.waitUntilReady(CONNECT_TIMEOUT_MS);
      const seconds = await this.generateLoad(assignment, end, beside);
      await this.settle();
      const state = await this.read(assignment);
      return await this.report(assignment, state, seconds);
    } finally {
      await this.clearUp(assignment);
    }
  }

  private createMembers({ roles, rooms: assigned }: Assignment): void {
    for (const [at, { user, credentials }] of roles.entries()) {
      const [first, ...others] = assigned.filter(({ members }) => members.includes(user.id)).map(({ id }) => id);
      if (first === undefined) continue;
      const rooms = [first, ...others] as const;
      const devices = Array.from({ length: devicesOf(at) }, (_, number) => {
        const record = this.ledger.device(user.username, number + 1, rooms);
        return new Device(credentials, record, this.context);
      });
      this.devices.push(...devices);
      this.members.push(new Member(user, rooms, devices, this.ledger, this.random, this.recent));
    }
  }

  /** @returns the duration in seconds */
  private async generateLoad(
    { rooms }: Assignment,
    end: AbortSignal,
    beside: (end: AbortSignal) => Promise<void>,
  ): Promise<number> {
    this.listener.onPhase('running');
    const begun = performance.now();
    const over = new AbortController();
    const finish = (): void => over.abort();
    const timer = setTimeout(finish, this.plan.seconds * 1_000);
    end.addEventListener('abort', finish, { once: true });
    if (end.aborted) finish();
    const leaders = new Map(rooms.map(({ id, leader }) => [id, leader]));
    const conversations = new Conversations(this.ledger, this.random, this.recent, leaders);
    const loadPhase = new LoadPhase(this.members, this.scheduler, this.random, this.plan.rate, conversations);
    const watching = setInterval(() => {
      const { acceptedCount: accepted, faultCount: broken } = this.ledger;
      this.listener.onProgress({ seconds: (performance.now() - begun) / 1_000, accepted, broken });
    }, 1_000);
    scheduleMessages(this.members, this.scheduler, this.random, this.plan.seconds);
    await Promise.all([loadPhase.generate(over.signal), beside(over.signal)]).finally(() => {
      clearTimeout(timer);
      clearInterval(watching);
    });
    const seconds = (performance.now() - begun) / 1_000;
    this.listener.onPhase('waiting for deliveries');
    await this.waitUntilReady(RETURN_TIMEOUT_MS);
    await loadPhase.repeat();
    return Math.round(seconds * 10) / 10;
  }

  /** Waits until all requests are answered and all devices are connected. */
  private async settle(): Promise<void> {
    const open = await this.scheduler.finished(ANSWERS_TIMEOUT_MS);
    if (open > 0) this.unverified.push(`${String(open)} requests were never answered.`);
    await this.waitUntilReady(RETURN_TIMEOUT_MS);
    await cancelScheduled(this.members, this.random, ANSWERS_TIMEOUT_MS);
    await until(SCHEDULED_GRACE_MS, () => this.ledger.hasReceivedScheduled);
    for (const { stoppedReason, record } of this.devices) {
      if (stoppedReason !== undefined) this.unverified.push(`${record.name} could not reconnect: ${stoppedReason}.`);
    }
  }

  /** Reads all rooms over new connections, until every device has received their last changes. */
  private async read(assignment: Assignment): Promise<FinalState> {
    this.listener.onPhase('reading the history');
    const hasConversations = haveConversations(this.devices);
    for (let left = READINGS; ; left -= 1) {
      const rooms = await forEachLeader(assignment, this.context, (client, id) =>
        readRoom(client, id, hasConversations),
      );
      const followed = hasConversations ? await this.readFollowed(assignment) : [];
      await until(GRACE_MS, () => rooms.every((room) => this.isReceivedByAll(room)));
      const lastSeqs = await forEachLeader(assignment, this.context, readLastSeq);
      // A request on a closed connection may have been executed late.
      const still = rooms.length === lastSeqs.length && rooms.every(({ lastSeq }, at) => lastSeq === lastSeqs[at]);
      if (still || left <= 1) return { rooms, followed };
    }
  }

  /** Every user leads one room. */
  private readFollowed(assignment: Assignment): Promise<FollowedThreads[]> {
    const names = new Map(assignment.roles.map(({ user }) => [user.id, user.username]));
    const leaders = new Map(assignment.rooms.map(({ id, leader }) => [id, names.get(leader) ?? '']));
    return forEachLeader(assignment, this.context, async (client, roomId) => ({
      username: leaders.get(roomId) ?? '',
      threads: await readFollowedThreads(client),
    }));
  }

  private async report(assignment: Assignment, { rooms, followed }: FinalState, seconds: number): Promise<Report> {
    const { counters } = this.context;
    if (rooms.length < assignment.rooms.length) {
      this.unverified.push(`${String(assignment.rooms.length - rooms.length)} rooms could not be read at the end.`);
    }
    await until(GRACE_MS, () => this.ledger.hasDeliveredPrivateChanges);
    const judgement = this.ledger.judge(rooms, followed);
    await Promise.all(this.devices.map((device) => device.leave()));
    return reportOf({
      judgement,
      seed: this.plan.seed,
      seconds,
      users: this.members.length,
      devices: this.devices.length,
      rooms: assignment.rooms.length,
      reconnects: counters.reconnects,
      refused: counters.refusedTotal,
      unverified: this.unverified,
      remarks: counters.remarks(),
    });
  }

  private isReceivedByAll({ id, lastSeq }: FinalRoom): boolean {
    return this.devices.every(({ record }) => !record.isIn(id) || (record.roomState(id)?.upTo ?? 0) >= lastSeq);
  }

  private async clearUp(assignment: Assignment): Promise<void> {
    this.listener.onPhase('cleaning up');
    await Promise.all(this.devices.map((device) => device.leave()));
    await forEachLeader(assignment, this.context, deleteRoom);
  }

  private waitUntilReady(timeoutMs: number): Promise<void> {
    return until(timeoutMs, () =>
      this.devices.every(({ isReady, stoppedReason }) => isReady || stoppedReason !== undefined),
    );
  }
}

/** The number of devices of a user: every third user has two, every sixth user three. */
const devicesOf = (at: number): number => (at % 6 === 0 ? 3 : at % 3 === 0 ? 2 : 1);

/** Waits until the condition holds, or until the timeout in milliseconds. */
async function until(timeoutMs: number, holds: () => boolean): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!holds() && performance.now() < deadline) await delay(POLL_MS);
}
