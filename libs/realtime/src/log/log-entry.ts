import type { ServerEvent } from '@parley/protocol';

/** A lasting change of a room: its number in the room's log, and what is told of it. */
export interface LogEntry {
  readonly roomId: string;
  readonly seq: number;
  /** What everybody in the room hears. */
  readonly frame: ServerEvent;
  /** Users who are in the room from this number on. */
  readonly entering?: readonly number[];
  /** Users who are in it no more from this number on, and hear the farewell in place of the frame. */
  readonly leaving?: { readonly userIds: readonly number[]; readonly farewell: ServerEvent };
  /** The end of the room and of its log. Whoever leaves with it hears the frame too. */
  readonly isEnd?: boolean;
}

/** Where the log of a room can be read again. Whoever delivers it asks; whoever writes it answers. */
export abstract class LogSource {
  /**
   * @param told by room: the number at which its log is taken to end
   * @returns by room: the number at which it does, where that is another; rooms that are not there are left out
   */
  abstract headsOtherThan(told: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;

  /** Those of the users who are in the room now, and the number under which each has entered. */
  abstract members(roomId: string, userIds: readonly number[]): Promise<ReadonlyMap<number, number>>;

  /**
   * The entries above a number, up to another, in their order. Each tells of its subject as it is now, which a later
   * number may have changed further.
   */
  abstract entries(roomId: string, after: number, upTo: number): Promise<readonly LogEntry[]>;
}
