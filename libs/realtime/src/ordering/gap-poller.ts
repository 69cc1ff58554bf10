import type { LogSource } from './room-log.js';
import type { RoomSequencer } from './room-sequencer.js';
import type { SequencedEntry } from './sequenced-entry.js';

export interface PolledRoom {
  readonly roomId: string;
  readonly sequencer: RoomSequencer<SequencedEntry>;
  /** In milliseconds since 1970. */
  checkedAt: number;
}

/** The interval at which rooms that are due are looked for. */
const TICK_MS = 250;
/** A room is due when its last check is this old: a lost frame that no other follows is found so late at most. */
const CHECK_MS = 1_000;
/** The rooms of one query; if more are due, those with the oldest check go first. */
const MOST_CHECKED = 5_000;

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
    this.timer = setInterval(() => void this.check(), TICK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async check(): Promise<void> {
    const now = Date.now();
    const due = this.checking ? [] : this.due(now - CHECK_MS);
    if (due.length === 0) return;
    const expected = new Map(due.map(({ roomId, sequencer }) => [roomId, sequencer.last ?? 0]));
    this.checking = true;
    try {
      const heads = await this.source.headsOtherThan(expected);
      for (const room of due) room.checkedAt = now;
      for (const room of due) {
        const head = heads.get(room.roomId);
        if (head !== undefined) this.found(room, expected.get(room.roomId) ?? 0, head);
      }
    } catch {
      // All of them stay due.
    } finally {
      this.checking = false;
    }
  }

  private due(since: number): Room[] {
    const due: Room[] = [];
    for (const room of this.rooms.values()) {
      if (room.sequencer.last !== undefined && room.checkedAt <= since) due.push(room);
    }
    return due.sort((one, other) => one.checkedAt - other.checkedAt).slice(0, MOST_CHECKED);
  }
}
