import { setTimeout as delay } from 'node:timers/promises';

import { cast, remove } from './crowd/casting.js';
import type { Cast } from './crowd/casting.js';
import type { Credentials } from './crowd/credentials.js';
import { Device } from './crowd/device.js';
import type { Surroundings } from './crowd/device.js';
import { Door } from './crowd/door.js';
import { Errands } from './crowd/errands.js';
import { readLastSeq, readRoom } from './crowd/history.js';
import { asLeaders } from './crowd/leaders.js';
import { Member } from './crowd/member.js';
import { Random } from './crowd/random.js';
import { Storm } from './crowd/storm.js';
import { Tally } from './crowd/tally.js';
import type { FinalRoom } from './ledger/history-check.js';
import { Ledger } from './ledger/ledger.js';
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
  /** A part of the names of created rooms. */
  readonly run: string;
}

export type Phase = 'preparing' | 'running' | 'waiting for deliveries' | 'reading the history' | 'cleaning up';

/** Receives the progress of a run. */
export interface Audience {
  enters(phase: Phase): void;
  /** Called every second in the phase `running`. */
  watches(now: { readonly seconds: number; readonly accepted: number; readonly broken: number }): void;
}

const CONNECT_PATIENCE_MS = 30_000;
const ANSWERS_PATIENCE_MS = 30_000;
const RETURN_PATIENCE_MS = 30_000;
/** The maximum time in which the last messages must arrive at all connected devices. */
const GRACE_MS = 10_000;
const LOOK_AGAIN_MS = 50;
const READINGS = 3;

/**
 * One run: clients use a deployment for a while, and then the ledger checks whether every promise was kept.
 */
export class Verification {
  private readonly ledger = new Ledger();
  private readonly random: Random;
  private readonly errands: Errands;
  private readonly around: Surroundings;
  private readonly unverified: string[] = [];
  private readonly members: Member[] = [];
  private readonly devices: Device[] = [];

  constructor(
    private readonly plan: Plan,
    private readonly audience: Audience,
  ) {
    this.random = new Random(plan.seed);
    this.errands = new Errands(this.random);
    const tally = new Tally(() => this.devices.length);
    this.around = { door: new Door(plan.addresses), random: this.random, tally };
  }

  /**
   * @param end ends the run early; the result is checked nevertheless
   * @param beside runs during the phase `running`, which waits for it
   * @throws Error if the run cannot be started
   */
  async run(end: AbortSignal, beside: (end: AbortSignal) => Promise<void>): Promise<Report> {
    this.audience.enters('preparing');
    const company = await cast(this.plan.users, `verify ${this.plan.run}`, this.around);
    try {
      this.seat(company);
      for (const device of this.devices) device.start();
      await this.everybodyIsAwake(CONNECT_PATIENCE_MS);
      const seconds = await this.storm(end, beside);
      await this.settle();
      const rooms = await this.read(company);
      return await this.report(company, rooms, seconds);
    } finally {
      await this.clearUp(company);
    }
  }

  private seat({ roles, stages }: Cast): void {
    const recent = new Map(stages.map(({ id }) => [id, []]));
    for (const [at, { user, credentials }] of roles.entries()) {
      const [first, ...others] = stages.filter(({ members }) => members.includes(user.id)).map(({ id }) => id);
      if (first === undefined) continue;
      const rooms = [first, ...others] as const;
      const devices = Array.from({ length: devicesOf(at) }, (_, number) => {
        const record = this.ledger.device(`${user.username}#${String(number + 1)}`, rooms);
        return new Device(credentials, record, this.around);
      });
      this.devices.push(...devices);
      this.members.push(new Member(user, rooms, devices, this.ledger, this.random, recent));
    }
  }

  /** @returns the duration in seconds */
  private async storm(end: AbortSignal, beside: (end: AbortSignal) => Promise<void>): Promise<number> {
    this.audience.enters('running');
    const begun = performance.now();
    const over = new AbortController();
    const finish = (): void => {
      over.abort();
    };
    const timer = setTimeout(finish, this.plan.seconds * 1_000);
    end.addEventListener('abort', finish, { once: true });
    if (end.aborted) finish();
    const storm = new Storm(this.members, this.errands, this.random, this.plan.rate);
    const watching = setInterval(() => {
      const { acceptedSoFar: accepted, brokenSoFar: broken } = this.ledger;
      this.audience.watches({ seconds: (performance.now() - begun) / 1_000, accepted, broken });
    }, 1_000);
    await Promise.all([storm.rage(over.signal), beside(over.signal)]).finally(() => {
      clearTimeout(timer);
      clearInterval(watching);
    });
    const seconds = (performance.now() - begun) / 1_000;
    this.audience.enters('waiting for deliveries');
    await this.everybodyIsAwake(RETURN_PATIENCE_MS);
    await storm.repeat();
    return Math.round(seconds * 10) / 10;
  }

  /** Waits until all requests are answered and all devices are connected. */
  private async settle(): Promise<void> {
    const open = await this.errands.finished(ANSWERS_PATIENCE_MS);
    if (open > 0) this.unverified.push(`${String(open)} requests were never answered.`);
    await this.everybodyIsAwake(RETURN_PATIENCE_MS);
    for (const { outOfTheGame, record } of this.devices) {
      if (outOfTheGame !== undefined) this.unverified.push(`${record.name} could not reconnect: ${outOfTheGame}.`);
    }
  }

  /** Reads all rooms over new connections, until every device has received their last changes. */
  private async read(company: Cast): Promise<FinalRoom[]> {
    this.audience.enters('reading the history');
    for (let left = READINGS; ; left -= 1) {
      const rooms = await asLeaders(company, this.around, readRoom);
      await until(GRACE_MS, () => rooms.every((room) => this.isHeardByAll(room)));
      const lastSeqs = await asLeaders(company, this.around, readLastSeq);
      // A request on a closed connection may have been executed late.
      const still = rooms.length === lastSeqs.length && rooms.every(({ lastSeq }, at) => lastSeq === lastSeqs[at]);
      if (still || left <= 1) return rooms;
    }
  }

  private async report(company: Cast, rooms: readonly FinalRoom[], seconds: number): Promise<Report> {
    const { tally } = this.around;
    if (rooms.length < company.stages.length) {
      this.unverified.push(`${String(company.stages.length - rooms.length)} rooms could not be read at the end.`);
    }
    const judgement = this.ledger.judge(rooms);
    await Promise.all(this.devices.map((device) => device.leave()));
    return reportOf({
      judgement,
      seed: this.plan.seed,
      seconds,
      users: this.members.length,
      devices: this.devices.length,
      rooms: company.stages.length,
      reconnects: tally.reconnects,
      refused: tally.refusedInAll,
      unverified: this.unverified,
      remarks: tally.remarks(),
    });
  }

  private isHeardByAll({ id, lastSeq }: FinalRoom): boolean {
    return this.devices.every(({ record }) => !record.isIn(id) || (record.picture(id)?.upTo ?? 0) >= lastSeq);
  }

  private async clearUp(company: Cast): Promise<void> {
    this.audience.enters('cleaning up');
    await Promise.all(this.devices.map((device) => device.leave()));
    await asLeaders(company, this.around, remove);
  }

  private everybodyIsAwake(patience: number): Promise<void> {
    return until(patience, () =>
      this.devices.every(({ isAwake, outOfTheGame }) => isAwake || outOfTheGame !== undefined),
    );
  }
}

/** The number of devices of a user: every third user has two, every sixth user three. */
const devicesOf = (at: number): number => (at % 6 === 0 ? 3 : at % 3 === 0 ? 2 : 1);

/** Waits until the condition holds, or until the timeout in milliseconds. */
async function until(patience: number, holds: () => boolean): Promise<void> {
  const deadline = performance.now() + patience;
  while (!holds() && performance.now() < deadline) await delay(LOOK_AGAIN_MS);
}
