import { Logger } from '@nestjs/common';

import type { LogEntry, LogSource } from './log-entry.js';

/**
 * Reads logs from the source that is set at the start, and logs an outage of it once. Before that every log is empty.
 */
export class LogReader implements LogSource {
  private readonly log = new Logger(LogReader.name);
  private source: LogSource | undefined;
  private failing = false;

  readFrom(source: LogSource): void {
    this.source = source;
  }

  headsOtherThan(expected: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
    return this.read<ReadonlyMap<string, number>>((source) => source.headsOtherThan(expected), new Map());
  }

  members(roomId: string, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.read<ReadonlyMap<number, number>>((source) => source.members(roomId, userIds), new Map());
  }

  entries(roomId: string, after: number, upTo: number): Promise<readonly LogEntry[]> {
    return this.read((source) => source.entries(roomId, after, upTo), []);
  }

  private async read<Found>(query: (source: LogSource) => Promise<Found>, nothing: Found): Promise<Found> {
    if (!this.source) return nothing;
    try {
      const found = await query(this.source);
      this.failing = false;
      return found;
    } catch (error) {
      if (!this.failing) this.log.warn(`Cannot read the log of rooms: ${String(error)}`);
      this.failing = true;
      throw error;
    }
  }
}
