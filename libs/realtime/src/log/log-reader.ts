import { Logger } from '@nestjs/common';

import { LogSource } from './log-entry.js';
import type { LogEntry } from './log-entry.js';

/** The log of rooms as a node reads it again; it holds nothing until it is known where. */
export class LogReader extends LogSource {
  private readonly log = new Logger(LogReader.name);
  private source: LogSource | undefined;
  private failing = false;

  readFrom(source: LogSource): void {
    this.source = source;
  }

  override headsOtherThan(told: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
    return this.read<ReadonlyMap<string, number>>((source) => source.headsOtherThan(told), new Map());
  }

  override members(roomId: string, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.read<ReadonlyMap<number, number>>((source) => source.members(roomId, userIds), new Map());
  }

  override entries(roomId: string, after: number, upTo: number): Promise<readonly LogEntry[]> {
    return this.read((source) => source.entries(roomId, after, upTo), []);
  }

  /** Says so once, however long an outage is. */
  private async read<Found>(from: (source: LogSource) => Promise<Found>, nothing: Found): Promise<Found> {
    if (!this.source) return nothing;
    try {
      const found = await from(this.source);
      this.failing = false;
      return found;
    } catch (error) {
      if (!this.failing) this.log.warn(`Cannot read the log of rooms: ${String(error)}`);
      this.failing = true;
      throw error;
    }
  }
}
