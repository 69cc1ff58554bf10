/** An entry with its place in the log of a room. */
export interface Numbered {
  readonly seq: number;
  /**
   * The last entry of the log of a room. The room is deleted with it, so the log cannot supply the numbers before it
   * any more.
   */
  readonly isEnd: boolean;
}

/** A part of a log to read: the numbers above `after`, up to `upTo`. */
export interface LogRead {
  readonly after: number;
  readonly upTo: number;
  /** Distinguishes reads from before and after the log was rewound. */
  readonly generation: number;
}

/** The actions that the caller of a {@link LogSequencer} has to take, in the order of the fields. */
export interface SequencerStep<Entry> {
  /** Entries that came early and will not be delivered. */
  readonly discarded: readonly Entry[];
  /** Entries whose numbers were delivered before they came. */
  readonly repeated: readonly Entry[];
  /** Entries to deliver, in this order. */
  readonly deliver: readonly Entry[];
  /** How many of these the log had to supply. */
  readonly healed: number;
  /** The first and last number that no connection receives: the log has lost them, or they are too many. */
  readonly skipped: { readonly from: number; readonly upTo: number } | undefined;
  /** A part of the log to read; its outcome goes to `readDone` or `readFailed`. */
  readonly read: LogRead | undefined;
  /** Milliseconds after which `checkGap` is to be called, in place of any earlier request of the kind. */
  readonly checkGapInMs: number | undefined;
}

const NOTHING: SequencerStep<never> = {
  discarded: [],
  repeated: [],
  deliver: [],
  healed: 0,
  skipped: undefined,
  read: undefined,
  checkGapInMs: undefined,
};

/** The time that a missing number has to arrive by itself before the log is read for it. */
const GRACE_MS = 40;
const RETRY_MS = 500;
const MOST_READ = 500;
/** A node that is further behind skips numbers: clients see the gap, and request what they miss. */
const MOST_BEHIND = 10_000;

/**
 * Puts the entries of one log in order: every number from a start on, once, whatever comes early, twice or not at all.
 * Entries beyond a missing number are held; after a moment the missing number is read from the log. The end of a room
 * is held in the same way. Numbers before it that have not arrived by then are skipped if the log was deleted with the
 * room.
 *
 * A sequencer starts where the snapshots of its first connections end. Until these are known it holds everything.
 *
 * It has no clock, no timer and no I/O: each method changes its state and returns what the caller has to do.
 */
export class LogSequencer<Entry extends Numbered> {
  /** The highest number that is known to exist. */
  private known = 0;
  /** Entries that came early; undefined while there are none, as in most rooms at most times. */
  private held: Map<number, Entry> | undefined;
  /** Connections whose snapshots are being read; undefined while there are none. */
  private expected: Set<string> | undefined;
  private lowestSnapshot: number | undefined;
  /** The highest number that was known when `checkGap` was requested; undefined: it is not requested. */
  private awaited: number | undefined;
  private reading = false;
  private generation = 0;
  private closed = false;

  /** @param lastDelivered the number after which the sequence starts, if that is known */
  constructor(private lastDelivered?: number) {}

  /**
   * The last number that was returned for delivery, or the one before the start; undefined until the start is known.
   */
  get last(): number | undefined {
    return this.lastDelivered;
  }

  /**
   * A connection receives the log, and its snapshot is being read. The first known snapshot is older than all later
   * ones.
   */
  expectSnapshot(connectionId: string): void {
    if (this.last !== undefined || this.lowestSnapshot !== undefined) return;
    (this.expected ??= new Set()).add(connectionId);
  }

  /** @param seq the number that the connection's snapshot reaches; undefined: there will be none */
  snapshotRead(connectionId: string, seq: number | undefined): SequencerStep<Entry> {
    if (!this.expected?.delete(connectionId)) return NOTHING;
    if (seq !== undefined) this.lowestSnapshot = Math.min(seq, this.lowestSnapshot ?? Infinity);
    if (this.expected.size > 0) return NOTHING;
    this.expected = undefined;
    const start = this.lowestSnapshot ?? this.beforeHeld;
    return start === undefined ? NOTHING : this.continueAfter(start);
  }

  offer(entry: Entry): SequencerStep<Entry> {
    if (this.closed) return NOTHING;
    if (this.last === undefined && !this.expected) this.lastDelivered = entry.seq - 1;
    if (this.last !== undefined && entry.seq <= this.last) {
      // The end cannot have been delivered before: the log was restored, and its numbers are used again.
      return entry.isEnd ? this.deliverWithHeld([entry]) : { ...NOTHING, repeated: [entry] };
    }
    this.known = Math.max(this.known, entry.seq);
    if (entry.seq - 1 === this.last) {
      this.lastDelivered = entry.seq;
      return this.deliverWithHeld([entry]);
    }
    (this.held ??= new Map<number, Entry>()).set(entry.seq, entry);
    return this.deliverWithHeld([]);
  }

  /** Whether the entry of a number came early. */
  holds(seq: number): boolean {
    return this.held?.has(seq) === true;
  }

  /** The log has this number: what does not arrive by itself is to be read. */
  reach(seq: number): SequencerStep<Entry> {
    if (this.closed) return NOTHING;
    this.known = Math.max(this.known, seq);
    return this.deliverWithHeld([]);
  }

  /** The log ends before what was delivered of it, as after the restore of a backup: its new numbers are delivered. */
  rewind(last: number): SequencerStep<Entry> {
    if (this.closed) return NOTHING;
    this.lastDelivered = last;
    this.known = last;
    this.awaited = undefined;
    this.reading = false;
    this.generation += 1;
    return { ...NOTHING, discarded: this.takeHeld() };
  }

  /** The time that was returned as `checkGapInMs` has passed. */
  checkGap(): SequencerStep<Entry> {
    const { awaited, last } = this;
    this.awaited = undefined;
    if (this.closed || awaited === undefined || last === undefined) return NOTHING;
    if (last >= awaited) return this.deliverWithHeld([]);
    if (awaited - last > MOST_BEHIND) {
      const skipTo = this.held?.get(awaited)?.isEnd ? awaited - 1 : awaited;
      return { ...this.continueAfter(skipTo), skipped: { from: last + 1, upTo: skipTo } };
    }
    this.reading = true;
    const upTo = Math.min(awaited, last + MOST_READ);
    return { ...NOTHING, read: { after: last, upTo, generation: this.generation } };
  }

  /** @param entries what the log has of the part, in any order */
  readDone(read: LogRead, entries: readonly Entry[]): SequencerStep<Entry> {
    if (!this.isCurrent(read) || this.last === undefined) return NOTHING;
    this.reading = false;
    const healed = entries.filter((entry) => this.isMissing(entry)).length;
    const found = new Map(entries.map((entry) => [entry.seq, entry]));
    const deliver: Entry[] = [];
    const missing: number[] = [];
    for (let seq = this.last + 1; seq <= read.upTo; seq += 1) {
      const entry = this.take(seq) ?? found.get(seq);
      this.lastDelivered = seq;
      if (entry) deliver.push(entry);
      else missing.push(seq);
    }
    const [from] = missing;
    const skipped = from === undefined ? undefined : { from, upTo: missing.at(-1) ?? from };
    return { ...this.deliverWithHeld(deliver), healed, skipped };
  }

  readFailed(read: LogRead): SequencerStep<Entry> {
    if (!this.isCurrent(read)) return NOTHING;
    this.reading = false;
    return { ...NOTHING, checkGapInMs: this.requestGapCheck(RETRY_MS) };
  }

  /** Nothing is delivered any more. */
  close(): SequencerStep<Entry> {
    this.closed = true;
    return { ...NOTHING, discarded: this.takeHeld() };
  }

  /** The number before the lowest that is held. */
  private get beforeHeld(): number | undefined {
    return this.held && [...this.held.keys()].reduce((one, other) => Math.min(one, other)) - 1;
  }

  /** The next number to deliver is the one after this. */
  private continueAfter(last: number): SequencerStep<Entry> {
    this.lastDelivered = last;
    const repeated: Entry[] = [];
    for (const [seq, entry] of this.held ?? []) {
      if (seq > last) continue;
      this.take(seq);
      repeated.push(entry);
    }
    return { ...this.deliverWithHeld([]), repeated };
  }

  /** @param deliver entries up to the last number, which the held ones that follow are added to */
  private deliverWithHeld(deliver: Entry[]): SequencerStep<Entry> {
    if (this.lastDelivered === undefined) return NOTHING;
    for (let next = this.take(this.lastDelivered + 1); next; next = this.take(this.lastDelivered + 1)) {
      this.lastDelivered = next.seq;
      deliver.push(next);
    }
    if (deliver.at(-1)?.isEnd) return { ...this.close(), deliver };
    const checkGapInMs = this.known > this.lastDelivered ? this.requestGapCheck(GRACE_MS) : undefined;
    return { ...NOTHING, deliver, checkGapInMs };
  }

  /** A number that becomes known later than this is not read at that gap check: it may still be on its way. */
  private requestGapCheck(ms: number): number | undefined {
    if (this.closed || this.reading || this.awaited !== undefined) return undefined;
    this.awaited = this.known;
    return ms;
  }

  private isCurrent({ generation }: LogRead): boolean {
    return !this.closed && generation === this.generation;
  }

  /** Whether the entry has neither been delivered nor arrived. */
  private isMissing({ seq }: Entry): boolean {
    return this.last !== undefined && seq > this.last && !this.holds(seq);
  }

  private take(seq: number): Entry | undefined {
    const entry = this.held?.get(seq);
    if (entry && this.held?.delete(seq) && this.held.size === 0) this.held = undefined;
    return entry;
  }

  /** In the order of their numbers. */
  private takeHeld(): Entry[] {
    const held = [...(this.held?.values() ?? [])].sort((one, other) => one.seq - other.seq);
    this.held = undefined;
    return held;
  }
}
