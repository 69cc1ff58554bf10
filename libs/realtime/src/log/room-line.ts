/** What has a place in the log of a room. */
export interface Numbered {
  readonly seq: number;
  /** The end of the log, which needs nothing before it. */
  readonly isEnd: boolean;
}

/** What a line is told by, and tells. */
export interface LineEnds<Entry extends Numbered> {
  /** Called with each entry in the order of its numbers, none left out and none twice. Never throws. */
  tell(entry: Entry): void;
  /** Called with an entry whose number had been told when it came. */
  toldBefore(entry: Entry): void;
  /** Reads the log again: the entries above a number, up to another, in their order. */
  read(after: number, upTo: number): Promise<readonly Entry[]>;
  /** Told of numbers between these that are passed over: the log has them no more, or they are too many to be told. */
  passedOver(from: number, upTo: number): void;
  readFailed(error: unknown): void;
}

/** What comes from another node a little late is waited for as long before the log is read for it. */
const GRACE_MS = 40;
const RETRY_MS = 500;
const MOST_READ = 500;
/** Whoever is further behind is not told every number: clients see the gap, and ask for what they miss. */
const MOST_BEHIND = 10_000;

/**
 * The log of one room as this node tells it: every number from a beginning on, in order and once, whatever comes
 * early, twice, or not at all. A hole is waited for a moment, then read from the log; what lies beyond it is held.
 *
 * A line begins where the snapshots of its first connections end. Until these are known everything is held.
 */
export class RoomLine<Entry extends Numbered> {
  /** The last number told. */
  private last: number | undefined;
  /** The highest number heard of. */
  private known = 0;
  private readonly held = new Map<number, Entry>();
  private readonly expected = new Set<string>();
  private lowestReport: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private reading = false;
  private closed = false;

  /** @param last the number after which the line begins, where that is known */
  constructor(
    private readonly ends: LineEnds<Entry>,
    last?: number,
  ) {
    this.last = last;
  }

  get isPlaced(): boolean {
    return this.last !== undefined;
  }

  /** The last number told, or told before the line began; undefined while that is not known. */
  get reached(): number | undefined {
    return this.last;
  }

  /** A connection that is in the room, and whose snapshot is being read. Once one is known, further ones are newer. */
  expect(connectionId: string): void {
    if (this.last === undefined && this.lowestReport === undefined) this.expected.add(connectionId);
  }

  /** @param snapshot the number that the connection's snapshot reaches; undefined: there will be none */
  report(connectionId: string, snapshot: number | undefined): void {
    if (!this.expected.delete(connectionId)) return;
    if (snapshot !== undefined) this.lowestReport = Math.min(snapshot, this.lowestReport ?? Infinity);
    if (this.expected.size > 0) return;
    const [lowestHeld] = [...this.held.keys()].sort((one, other) => one - other);
    const last = this.lowestReport ?? (lowestHeld === undefined ? undefined : lowestHeld - 1);
    if (last !== undefined) this.place(last);
  }

  offer(entry: Entry): void {
    if (this.closed) return;
    if (entry.isEnd) {
      this.last = entry.seq;
      this.close();
      this.ends.tell(entry);
      return;
    }
    if (this.last === undefined && this.expected.size === 0) this.last = entry.seq - 1;
    if (this.last !== undefined && entry.seq <= this.last) {
      this.ends.toldBefore(entry);
      return;
    }
    this.known = Math.max(this.known, entry.seq);
    this.held.set(entry.seq, entry);
    this.advance();
  }

  /** The log has this number: whatever of it does not come by itself is read. */
  reach(seq: number): void {
    if (this.closed) return;
    this.known = Math.max(this.known, seq);
    this.advance();
  }

  /** The log ends before what was told of it, as after a backup was restored: what is written since is told. */
  goBack(last: number): void {
    this.held.clear();
    this.last = last;
    this.known = last;
  }

  /** Nothing is told any more. */
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.held.clear();
  }

  /** Whoever is told something may be the last who hears the room, and leave by it. */
  private get isOpen(): boolean {
    return !this.closed;
  }

  private place(last: number): void {
    this.last = last;
    for (const [seq, entry] of this.held) {
      if (seq > last) continue;
      this.held.delete(seq);
      this.ends.toldBefore(entry);
    }
    this.advance();
  }

  private advance(): void {
    if (this.last === undefined) return;
    for (let next = this.held.get(this.last + 1); next; next = this.held.get(this.last + 1)) this.tell(next);
    if (this.known > this.last) this.readIn(GRACE_MS);
  }

  private tell(entry: Entry): void {
    this.held.delete(entry.seq);
    this.last = entry.seq;
    this.ends.tell(entry);
  }

  /** What was heard of only now is not read for yet: it may be on its way, with whoever asked for it waiting. */
  private readIn(delayMs: number): void {
    if (this.closed || this.reading || this.timer) return;
    const upTo = this.known;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.read(upTo);
    }, delayMs);
  }

  private async read(known: number): Promise<void> {
    if (this.last === undefined || this.last >= known) {
      this.advance();
      return;
    }
    if (known - this.last > MOST_BEHIND) {
      this.ends.passedOver(this.last + 1, known);
      this.place(known);
      return;
    }
    const upTo = Math.min(known, this.last + MOST_READ);
    this.reading = true;
    try {
      this.fill(await this.ends.read(this.last, upTo), upTo);
      this.reading = false;
      this.advance();
    } catch (error) {
      this.reading = false;
      this.ends.readFailed(error);
      this.readIn(RETRY_MS);
    }
  }

  private fill(entries: readonly Entry[], upTo: number): void {
    if (this.closed || this.last === undefined) return;
    const read = new Map(entries.map((entry) => [entry.seq, entry]));
    const missing: number[] = [];
    for (let seq = this.last + 1; seq <= upTo && this.isOpen; seq += 1) {
      const entry = this.held.get(seq) ?? read.get(seq);
      this.last = seq;
      if (entry) this.tell(entry);
      else missing.push(seq);
    }
    const [from] = missing;
    if (from !== undefined) this.ends.passedOver(from, missing.at(-1) ?? from);
  }
}
