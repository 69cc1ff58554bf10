import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { RoomSequencers } from '@parley/realtime/ordering';
import type { LogEntry, LogSource } from '@parley/realtime/ordering';

import { Notes } from './notes.js';
import { RoomLogRepository } from './room-log.repository.js';
import type { LogPart } from './room-log.repository.js';

/** A feature that writes into the change logs of rooms, and rebuilds its entries from rows. */
export interface LogTeller {
  /** The feature's entries in a range of a log, in any order: each has its subject in its present state. */
  entries(part: LogPart, notes: Notes): Promise<readonly LogEntry[]>;
}

const CLEAN_MS = 3_600_000;

/** The change log of a room, rebuilt by the features from rows: every number that is not older than the cleanup. */
@Injectable()
export class RoomLog implements LogSource, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(RoomLog.name);
  private readonly tellers: LogTeller[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly repository: RoomLogRepository,
    private readonly sequencers: RoomSequencers,
  ) {}

  toldBy(teller: LogTeller): void {
    this.tellers.push(teller);
  }

  onApplicationBootstrap(): void {
    this.sequencers.readFrom(this);
    this.timer = setInterval(() => void this.clean(), CLEAN_MS);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  headsOtherThan(told: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
    return this.repository.headsOtherThan(told);
  }

  members(roomId: string, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.repository.members(roomId, userIds);
  }

  async entries(roomId: string, after: number, upTo: number): Promise<readonly LogEntry[]> {
    const part = { roomId, after, upTo };
    const notes = new Notes(await this.repository.notes(part));
    const told: LogEntry[] = [];
    for (const teller of this.tellers) told.push(...(await teller.entries(part, notes)));
    return told.sort((one, other) => one.seq - other.seq);
  }

  private async clean(): Promise<void> {
    try {
      await this.repository.forgetOld();
    } catch (error) {
      this.log.warn(`Cannot delete old changes of rooms: ${String(error)}`);
    }
  }
}
