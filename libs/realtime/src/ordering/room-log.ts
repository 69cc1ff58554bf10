import { Logger } from '@nestjs/common';

import type { OutgoingEvent } from '../hub/restricted-part.js';

/** A lasting change of a room: its number in the room's log, and the frames that announce it. */
export interface LogEntry {
  readonly roomId: string;
  readonly seq: number;
  /** The frame for all members of the room. */
  readonly frame: OutgoingEvent;
  /** Users who are members from this number on. */
  readonly entering?: readonly number[];
  /** Users who are not members from this number on, and receive the farewell in place of the frame. */
  readonly leaving?: { readonly userIds: readonly number[]; readonly farewell: OutgoingEvent };
  /** The end of the room and of its log. Users who leave with it receive the frame too. */
  readonly isEnd?: boolean;
}

/** Reads the logs of rooms from the database. The ordering layer calls it, and knows nothing of tables. */
export interface LogSource {
  /**
   * @param expected by room: the number at which its log is believed to end
   * @returns by room: the last number, if it differs; rooms that do not exist are omitted
   */
  headsOtherThan(expected: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;

  /** Those of the users who are members of the room now, with the number at which each entered. */
  members(roomId: string, userIds: readonly number[]): Promise<ReadonlyMap<number, number>>;

  /**
   * The entries above a number, up to another, in their order. Each shows its subject as it is now, which a later
   * number may have changed.
   */
  entries(roomId: string, after: number, upTo: number): Promise<readonly LogEntry[]>;
}

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
