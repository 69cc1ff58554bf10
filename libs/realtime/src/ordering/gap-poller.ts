import type { LogSource } from './room-log.js';
import type { RoomSequencer } from './room-sequencer.js';
import type { SequencedEntry } from './sequenced-entry.js';

export interface PolledRoom {
  readonly roomId: string;
  readonly sequencer: RoomSequencer<SequencedEntry>;
  /** In milliseconds since 1970. */
  checkedAt: number;
}

/** A lost frame that no other follows is found so late at most. */
const CHECK_MS = 1_000;
/** The rooms of one query. */
const MOST_TOGETHER = 5_000;
/** The rooms of one check: of more, those with the oldest check go first, which bounds the work of the database. */
const MOST_CHECKED = 20_000;

/**
 * Polls for numbers that this node has missed: if no later number follows, only the log shows that the last frame of
 * another node was lost.
 */
export class GapPoller<Room extends PolledRoom> {
  private timer: NodeJS.Timeout | undefined;
  private checking = false;

  /** @param found called with a room, the number it had when the log was read, and the last number of the log */
  constructor(
    private readonly rooms: ReadonlyMap<string, Room>,
    private readonly source: LogSource,
    private readonly found: (room: Room, before: number, head: number) => void,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.check(), CHECK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** All rooms at once: a query costs both sides more than the rooms in it. */
  private async check(): Promise<void> {
    if (this.checking) return;
    this.checking = true;
    try {
      const due = this.due();
      for (let from = 0; from < due.length; from += MOST_TOGETHER) {
        await this.checkTogether(due.slice(from, from + MOST_TOGETHER));
      }
    } catch {
      // The others go first in the next check.
    } finally {
      this.checking = false;
    }
  }

  private async checkTogether(rooms: readonly Room[]): Promise<void> {
    const now = Date.now();
    const expected = new Map(rooms.map(({ roomId, sequencer }) => [roomId, sequencer.last ?? 0]));
    const heads = await this.source.headsOtherThan(expected);
    for (const room of rooms) {
      room.checkedAt = now;
      const head = heads.get(room.roomId);
      if (head !== undefined) this.found(room, expected.get(room.roomId) ?? 0, head);
    }
  }

  private due(): Room[] {
    const due = [...this.rooms.values()].filter(({ sequencer }) => sequencer.last !== undefined);
    if (due.length <= MOST_CHECKED) return due;
    return due.sort((one, other) => one.checkedAt - other.checkedAt).slice(0, MOST_CHECKED);
  }
}
