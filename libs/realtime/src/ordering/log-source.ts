import { Logger } from '@nestjs/common';

import { roomGroup, roomIdOf, userGroup, userIdOf } from '../hub/index.js';
import type { Group } from '../hub/index.js';
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

/** A lasting change that only its user receives: its number in the user's private log, and the frame for the user. */
export interface PrivateLogEntry {
  readonly userId: number;
  readonly seq: number;
  readonly frame: OutgoingEvent;
}

/** Reads logs from the database. The ordering layer calls it, and knows nothing of tables. */
export interface LogSource<Id, Entry> {
  /**
   * @param expected by log: the number at which it is believed to end
   * @returns by log: the last number, if it differs; logs that do not exist are omitted
   */
  headsOtherThan(expected: ReadonlyMap<Id, number>): Promise<ReadonlyMap<Id, number>>;

  /**
   * The entries above a number, up to another, in their order. Each shows its subject as it is now, which a later
   * number may have changed.
   */
  entries(id: Id, after: number, upTo: number): Promise<readonly Entry[]>;
}

/** The logs of rooms, by the id of the room. */
export interface RoomLogSource extends LogSource<string, LogEntry> {
  /** The users who are members of the room now, with the number at which each entered. */
  members(roomId: string, userIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

/** The private logs of users, by the id of the user. */
export type PrivateLogSource = LogSource<number, PrivateLogEntry>;

/**
 * Reads logs from the sources that are set at the start, and logs an outage of them once. Before that every log is
 * empty. A log is named by the group of connections that receive it.
 */
export class LogReader {
  private readonly log = new Logger(LogReader.name);
  private rooms: RoomLogSource | undefined;
  private users: PrivateLogSource | undefined;
  private failing = false;

  readRoomsFrom(source: RoomLogSource): void {
    this.rooms = source;
  }

  readUsersFrom(source: PrivateLogSource): void {
    this.users = source;
  }

  /** See {@link LogSource.headsOtherThan}. */
  async headsOtherThan(expected: ReadonlyMap<Group, number>): Promise<ReadonlyMap<Group, number>> {
    const rooms = new Map<string, number>();
    const users = new Map<number, number>();
    for (const [log, seq] of expected) {
      const roomId = roomIdOf(log);
      if (roomId === undefined) users.set(userIdOf(log), seq);
      else rooms.set(roomId, seq);
    }
    return new Map([
      ...(await this.heads(rooms, this.rooms)).map(([id, seq]) => [roomGroup(id), seq] as const),
      ...(await this.heads(users, this.users)).map(([id, seq]) => [userGroup(id), seq] as const),
    ]);
  }

  /** See {@link LogSource.entries}. */
  async entries(log: Group, after: number, upTo: number): Promise<readonly (LogEntry | PrivateLogEntry)[]> {
    const roomId = roomIdOf(log);
    const entries: Promise<readonly (LogEntry | PrivateLogEntry)[]> | undefined =
      roomId === undefined ? this.users?.entries(userIdOf(log), after, upTo) : this.rooms?.entries(roomId, after, upTo);
    return entries ? this.watched(entries) : [];
  }

  /** See {@link RoomLogSource.members}. */
  async members(roomId: string, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.rooms ? this.watched(this.rooms.members(roomId, userIds)) : new Map<number, number>();
  }

  private async heads<Id>(
    expected: ReadonlyMap<Id, number>,
    source: Pick<LogSource<Id, unknown>, 'headsOtherThan'> | undefined,
  ): Promise<readonly (readonly [Id, number])[]> {
    if (!source || expected.size === 0) return [];
    return [...(await this.watched(source.headsOtherThan(expected)))];
  }

  private async watched<Found>(reading: Promise<Found>): Promise<Found> {
    try {
      const found = await reading;
      this.failing = false;
      return found;
    } catch (error) {
      if (!this.failing) this.log.warn(`Cannot read the logs of rooms and users: ${String(error)}`);
      this.failing = true;
      throw error;
    }
  }
}
