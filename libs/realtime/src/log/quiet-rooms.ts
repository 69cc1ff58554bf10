import type { LogSource } from './log-entry.js';
import type { RoomLine } from './room-line.js';
import type { ToldEntry } from './told-entry.js';

export interface ServedRoom {
  readonly line: RoomLine<ToldEntry>;
  /** In milliseconds since 1970. */
  checkedAt: number;
}

/** How often it is looked for rooms that are due. */
const TICK_MS = 250;
/** A room is asked after when it was not for as long: so late at the most is the last of a burst that was lost. */
const CHECK_MS = 1_000;
/** Rooms that are asked after at once; where there are more, the longest unasked first. */
const MOST_CHECKED = 5_000;

/**
 * Asks now and then how far the log of each served room has come: where nothing follows, nothing shows that the last
 * that another node said was lost.
 */
export class QuietRooms {
  private timer: NodeJS.Timeout | undefined;
  private checking = false;

  constructor(
    private readonly rooms: ReadonlyMap<string, ServedRoom>,
    private readonly source: LogSource,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.check(), TICK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async check(): Promise<void> {
    const now = Date.now();
    const due = this.checking ? [] : this.due(now - CHECK_MS);
    if (due.length === 0) return;
    const told = new Map(due.map(({ line }) => [line.roomId, line.reached ?? 0]));
    this.checking = true;
    try {
      const heads = await this.source.headsOtherThan(told);
      for (const room of due) room.checkedAt = now;
      for (const { line } of due) follow(line, told.get(line.roomId) ?? 0, heads.get(line.roomId));
    } catch {
      // All of them are still due.
    } finally {
      this.checking = false;
    }
  }

  private due(since: number): ServedRoom[] {
    const due: ServedRoom[] = [];
    for (const room of this.rooms.values()) if (room.line.isPlaced && room.checkedAt <= since) due.push(room);
    return due.sort((one, other) => one.checkedAt - other.checkedAt).slice(0, MOST_CHECKED);
  }
}

/**
 * @param told the number that the line had told before the log was asked
 * @param head the log's latest; undefined: it is that, or there is no such room
 */
function follow(line: RoomLine<ToldEntry>, told: number, head: number | undefined): void {
  if (head === undefined) return;
  if (head < told) line.goBack(head);
  else line.reach(head);
}
