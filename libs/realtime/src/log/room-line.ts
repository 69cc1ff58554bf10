/** What has a place in the log of a room. */
export interface Numbered {
  readonly seq: number;
  /** The end of the log, which needs nothing before it. */
  readonly isEnd: boolean;
}

/** What lines are told by, and tell. */
export interface LineEnds<Entry extends Numbered> {
  /** Called with each entry in the order of its numbers, none left out and none twice. Never throws. */
  tell(entry: Entry): void;
  /** Called with an entry whose number had been told when it came. */
  toldBefore(entry: Entry): void;
  /** Called with an entry that came early, and is not told any more. Never throws. */
  dropped(entry: Entry): void;
  /** Reads the log of a room again: the entries above a number, up to another, in their order. Tried again if it fails. */
  read(roomId: string, after: number, upTo: number): Promise<readonly Entry[]>;
  /** Told of numbers between these that are passed over: the log has them no more, or they are too many to be told. */
  passedOver(roomId: string, from: number, upTo: number): void;
  /** Told how many numbers were told from the log, as they did not come by themselves. */
  healed(numbers: number): void;
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
  /** What came early; undefined while there is nothing, as in most rooms at most times. */
  private held: Map<number, Entry> | undefined;
  /** Connections whose snapshots are being read; undefined while there are none. */
  private expected: Set<string> | undefined;
  private lowestReport: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private reading = false;
  private closed = false;

  /** @param last the number after which the line begins, where that is known */
  constructor(
    readonly roomId: string,
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
    if (this.last === undefined && this.lowestReport === undefined) (this.expected ??= new Set()).add(connectionId);
  }

  /** @param snapshot the number that the connection's snapshot reaches; undefined: there will be none */
  report(connectionId: string, snapshot: number | undefined): void {
    if (!this.expected?.delete(connectionId)) return;
    if (snapshot !== undefined) this.lowestReport = Math.min(snapshot, this.lowestReport ?? Infinity);
    if (this.expected.size > 0) return;
    this.expected = undefined;
    const last = this.lowestReport ?? this.beforeHeld;
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
    if (this.last === undefined && !this.expected) this.last = entry.seq - 1;
    if (this.last !== undefined && entry.seq <= this.last) {
      this.ends.toldBefore(entry);
      return;
    }
    this.known = Math.max(this.known, entry.seq);
    if (this.last !== undefined && entry.seq === this.last + 1) this.tell(entry);
    else (this.held ??= new Map<number, Entry>()).set(entry.seq, entry);
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
    this.dropHeld();
    this.last = last;
    this.known = last;
  }

  /** Nothing is told any more. */
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.dropHeld();
  }

  /** Whoever is told something may be the last who hears the room, and leave by it. */
  private get isOpen(): boolean {
    return !this.closed;
  }

  /** The number before the lowest that is held. */
  private get beforeHeld(): number | undefined {
    return this.held && [...this.held.keys()].reduce((one, other) => Math.min(one, other)) - 1;
  }

  private place(last: number): void {
    this.last = last;
    for (const [seq, entry] of this.held ?? []) {
      if (seq > last) continue;
      this.letGo(seq);
      this.ends.toldBefore(entry);
    }
    this.advance();
  }

  private advance(): void {
    if (this.last === undefined) return;
    for (let next = this.held?.get(this.last + 1); next; next = this.held?.get(this.last + 1)) this.tell(next);
    if (this.known > this.last) this.readIn(GRACE_MS);
  }

  private tell(entry: Entry): void {
    this.letGo(entry.seq);
    this.last = entry.seq;
    this.ends.tell(entry);
  }

  private dropHeld(): void {
    const held = [...(this.held?.values() ?? [])].sort((one, other) => one.seq - other.seq);
    this.held = undefined;
    for (const entry of held) this.ends.dropped(entry);
  }

  private letGo(seq: number): void {
    this.held?.delete(seq);
    if (this.held?.size === 0) this.held = undefined;
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
      this.ends.passedOver(this.roomId, this.last + 1, known);
      this.place(known);
      return;
    }
    const upTo = Math.min(known, this.last + MOST_READ);
    this.reading = true;
    try {
      this.fill(await this.ends.read(this.roomId, this.last, upTo), upTo);
      this.reading = false;
      this.advance();
    } catch {
      this.reading = false;
      this.readIn(RETRY_MS);
    }
  }

  /** Whether it was neither told nor heard of yet. */
  private isMissing({ seq }: Entry): boolean {
    return this.last !== undefined && seq > this.last && this.held?.has(seq) !== true;
  }

  private fill(entries: readonly Entry[], upTo: number): void {
    if (this.closed || this.last === undefined) return;
    this.ends.healed(entries.filter((entry) => this.isMissing(entry)).length);
    const read = new Map(entries.map((entry) => [entry.seq, entry]));
    const missing: number[] = [];
    for (let seq = this.last + 1; seq <= upTo && this.isOpen; seq += 1) {
      const entry = this.held?.get(seq) ?? read.get(seq);
      this.last = seq;
      if (entry) this.tell(entry);
      else missing.push(seq);
    }
    const [from] = missing;
    if (from !== undefined) this.ends.passedOver(this.roomId, from, missing.at(-1) ?? from);
  }
}
