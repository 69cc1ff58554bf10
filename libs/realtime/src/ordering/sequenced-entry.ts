import { OutboundFrame, roomGroup, serialiseFrame, userGroup, withRequestId } from '../hub/index.js';
import type { Group, SerialisedFrame } from '../hub/index.js';
import type { RequestOrigin } from '../requests/index.js';
import type { LogEntry, PrivateLogEntry } from './log-source.js';

/** An entry of a room as it travels between nodes. Releases that run side by side share this format. */
export interface SerialisedEntry {
  readonly roomId: string;
  readonly seq: number;
  readonly frame: SerialisedFrame;
  readonly entering: readonly number[];
  readonly leaving: readonly number[];
  readonly farewell: SerialisedFrame | null;
  readonly isEnd: boolean;
  /** The epoch of its number. */
  readonly epoch: string | undefined;
}

/** An entry of a private log as it travels between nodes. */
export interface SerialisedPrivateEntry {
  readonly userId: number;
  readonly seq: number;
  readonly frame: SerialisedFrame;
  readonly epoch: string | undefined;
}

/** The frame that the requesting connection receives in place of the frame for all members. */
export interface Reply {
  readonly connectionId: string;
  readonly frame: OutboundFrame;
  /** Replaces the frame if the requester is among the users who leave. */
  readonly farewell: OutboundFrame | undefined;
  /** For a connection that has received the number already, with all other members: it still gets its answer. */
  readonly repeated: () => OutboundFrame;
}

/** An entry as a node delivers it: serialised once for all its receivers. */
export interface SequencedEntry {
  /** The connections that receive the entries of the log. */
  readonly log: Group;
  readonly seq: number;
  readonly frame: OutboundFrame;
  /** The ids of users. */
  readonly entering: readonly number[];
  readonly leaving: readonly Group[];
  readonly farewell: OutboundFrame | undefined;
  readonly isEnd: boolean;
  readonly reply: Reply | undefined;
  /** Set if a connection of this node requested the change: completed once this node has delivered it. */
  readonly delivery: Delivery | undefined;
}

/** A committed change that this node could not deliver in time. It is delivered later, without a reply. */
export class Undelivered extends Error {
  constructor() {
    super('Timeout: the change is stored, and has not been dispatched yet.');
  }
}

/** Whether an entry has been delivered. A promise is created only if a caller waits for it. */
export class Delivery {
  private done = false;
  private late = false;
  private resolve: (() => void) | undefined;

  get isDone(): boolean {
    return this.done;
  }

  /** Whether the requester has got an error in place of the reply. */
  get isLate(): boolean {
    return this.late;
  }

  complete(): void {
    this.done = true;
    this.resolve?.();
  }

  /**
   * Waits until the entry has been delivered.
   * @param longestMs the longest time to wait
   * @throws Undelivered after that time
   */
  async completed(longestMs: number): Promise<void> {
    if (this.done) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.late = true;
        reject(new Undelivered());
      }, longestMs).unref();
      this.resolve = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

export const serialiseEntry = (
  { roomId, seq, frame, entering, leaving, isEnd }: LogEntry,
  epoch?: string,
): SerialisedEntry => ({
  roomId,
  seq,
  frame: serialiseFrame(frame),
  entering: entering ?? [],
  leaving: leaving?.userIds ?? [],
  farewell: leaving ? serialiseFrame(leaving.farewell) : null,
  isEnd: isEnd ?? false,
  epoch,
});

export const serialisePrivateEntry = (
  { userId, seq, frame }: PrivateLogEntry,
  epoch?: string,
): SerialisedPrivateEntry => ({ userId, seq, frame: serialiseFrame(frame), epoch });

/**
 * @param serialised the same entry
 * @returns undefined if the request has no `request_id`: the connection receives the frame for all receivers
 */
export function replyOf(
  { frame }: Pick<LogEntry, 'frame'>,
  serialised: Pick<SerialisedEntry, 'frame'> & Partial<Pick<SerialisedEntry, 'farewell'>>,
  { connectionId, requestId }: RequestOrigin,
): Reply | undefined {
  if (requestId === undefined) return undefined;
  return {
    connectionId,
    frame: new OutboundFrame(withRequestId(serialised.frame, requestId)),
    farewell: serialised.farewell ? new OutboundFrame(withRequestId(serialised.farewell, requestId)) : undefined,
    repeated: () => OutboundFrame.from({ ...frame, meta: { ...frame.meta, duplicate: true, told: true } }, requestId),
  };
}

export const sequencedEntry = (entry: SerialisedEntry, reply?: Reply, delivery?: Delivery): SequencedEntry => ({
  log: roomGroup(entry.roomId),
  seq: entry.seq,
  frame: new OutboundFrame(entry.frame),
  entering: entry.entering,
  leaving: entry.leaving.map(userGroup),
  farewell: entry.farewell ? new OutboundFrame(entry.farewell) : undefined,
  isEnd: entry.isEnd,
  reply,
  delivery,
});

export const sequencedPrivateEntry = (
  entry: SerialisedPrivateEntry,
  reply?: Reply,
  delivery?: Delivery,
): SequencedEntry => ({
  log: userGroup(entry.userId),
  seq: entry.seq,
  frame: new OutboundFrame(entry.frame),
  entering: [],
  leaving: [],
  farewell: undefined,
  isEnd: false,
  reply,
  delivery,
});

export const entryOfLog = (entry: LogEntry | PrivateLogEntry): SequencedEntry =>
  'roomId' in entry ? sequencedEntry(serialiseEntry(entry)) : sequencedPrivateEntry(serialisePrivateEntry(entry));

/** The maximum wait of a request whose entry cannot be delivered, for example while the log cannot be read. */
const LONGEST_WAIT_MS = 10_000;
/**
 * So long after such a request it is not known any more whether entries are delivered: it may have been the last one.
 */
const STALLED_MS = 60_000;

/** Finds that a node delivers nothing: a request has waited in vain, and no entry was delivered meanwhile or since. */
export class DeliveryWatch {
  private deliveries = 0;
  private stalled: { readonly deliveries: number; readonly until: number } | undefined;

  get isStalled(): boolean {
    return this.stalled?.deliveries === this.deliveries && Date.now() < this.stalled.until;
  }

  count(): void {
    this.deliveries += 1;
  }

  /** @throws Undelivered if that takes too long: it is delivered later */
  async completed(delivery: Delivery): Promise<void> {
    const { deliveries } = this;
    try {
      await delivery.completed(LONGEST_WAIT_MS);
    } catch (error) {
      this.stalled = { deliveries, until: Date.now() + STALLED_MS };
      throw error;
    }
  }
}
