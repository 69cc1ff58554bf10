import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';
import { LogSequencers } from '@parley/realtime/ordering';
import type { LogEntry, RoomLogSource } from '@parley/realtime/ordering';

import { PeriodicTask } from '../../../platform/async/periodic-task.js';
import { DatabaseHistory } from '../../../platform/database/history/database-history.js';
import { allChangeTypes, ChangeRecords } from './change-record.js';
import type { ChangeType } from './change-record.js';
import { RoomLogRepository } from './room-log.repository.js';
import type { LogPart } from './room-log.repository.js';

/** A feature that writes into the change logs of rooms, and rebuilds its entries from rows. */
export interface EventReplayer {
  /** The types of changes that it replays. */
  readonly replays: readonly ChangeType<object>[];
  /** The feature's entries in a range of a log, in any order: each has its subject in its present state. */
  entries(part: LogPart, records: ChangeRecords): Promise<readonly LogEntry[]>;
}

const CLEAN_MS = 3_600_000;

/** The change log of a room, rebuilt by the features from rows: every number that is not older than the cleanup. */
@Injectable()
export class RoomLogReplay implements RoomLogSource, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly replayers: EventReplayer[] = [];
  private readonly cleaning = new PeriodicTask(
    () => this.repository.removeOld(),
    new Logger(RoomLogReplay.name),
    'Cannot delete old changes of rooms',
  );

  constructor(
    private readonly repository: RoomLogRepository,
    private readonly dispatch: Dispatch,
    private readonly sequencers: LogSequencers,
    private readonly history: DatabaseHistory,
  ) {}

  addReplayer(replayer: EventReplayer): void {
    this.replayers.push(replayer);
  }

  /** @throws Error for a type of change without a replayer */
  onApplicationBootstrap(): void {
    this.requireReplayers();
    this.sequencers.inEpoch(this.history.epochId);
    this.history.onEpoch(() => this.sequencers.inEpoch(this.history.epochId));
    this.history.compareNumbers(() => this.sequencers.delivered());
    this.dispatch.onNumbers({
      room: (roomId, seq) => this.history.noteRoom(roomId, seq),
      user: (userId, seq) => this.history.noteUser(userId, seq),
    });
    this.sequencers.readRoomsFrom(this);
    this.cleaning.start(CLEAN_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.cleaning.stop();
  }

  headsOtherThan(known: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
    return this.repository.headsOtherThan(known);
  }

  members(roomId: string, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.repository.members(roomId, userIds);
  }

  async entries(roomId: string, after: number, upTo: number): Promise<readonly LogEntry[]> {
    const part = { roomId, after, upTo };
    const records = new ChangeRecords(await this.repository.records(part));
    const entries: LogEntry[] = [];
    for (const replayer of this.replayers) entries.push(...(await replayer.entries(part, records)));
    return entries.sort((one, other) => one.seq - other.seq);
  }

  private requireReplayers(): void {
    const replayed = new Set(this.replayers.flatMap(({ replays }) => replays));
    const others = allChangeTypes().filter((type) => !replayed.has(type));
    if (others.length > 0) throw new Error(`No replayer replays ${others.map(({ name }) => name).join(', ')}.`);
  }
}
