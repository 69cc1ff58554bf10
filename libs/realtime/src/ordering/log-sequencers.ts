import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

import { Hub, roomGroup, roomIdOf, userGroup } from '../hub/index.js';
import type { Group } from '../hub/index.js';
import type { RequestOrigin } from '../requests/index.js';
import {
  Delivery,
  DeliveryWatch,
  entryOfLog,
  replyOf,
  sequencedEntry,
  sequencedPrivateEntry,
  serialiseEntry,
  serialisePrivateEntry,
} from './sequenced-entry.js';
import type { SequencedEntry, SerialisedEntry, SerialisedPrivateEntry } from './sequenced-entry.js';
import { EntryDelivery } from './entry-delivery.js';
import { GapPoller } from './gap-poller.js';
import type { PolledLog } from './gap-poller.js';
import { LateSubscribers, numberOf } from './late-subscribers.js';
import type { SnapshotNumbers } from './late-subscribers.js';
import { LogReader } from './log-source.js';
import type { LogEntry, PrivateLogEntry, PrivateLogSource, RoomLogSource } from './log-source.js';
import { LogSequencer } from './log-sequencer.js';
import type { LogRead, SequencerStep } from './log-sequencer.js';

const ENTRY_TOPIC = 'log.entry';
const PRIVATE_ENTRY_TOPIC = 'log.private';
/** So many logs without connections: with `max`, the cache would allocate the memory of all of them at the start. */
const REMEMBERED = { maxSize: 100_000, sizeCalculation: () => 1 };

const DONE = Promise.resolve();

/** Counts numbers that did not arrive by themselves: those read from the log, and those that were skipped. */
export interface GapListener {
  readonly healed: (numbers: number) => void;
  readonly skipped: (numbers: number) => void;
}

interface ServedLog extends PolledLog {
  timer: NodeJS.Timeout | undefined;
  /** The number that is being delivered, while one is. */
  delivering: number | undefined;
}

/**
 * The logs that connections of this node receive, those of rooms and the private ones of users, each with its
 * {@link LogSequencer}. All numbered frames, of this node and of others, reach connections through it: each connection
 * receives the numbers of a log in order, once, without a gap.
 *
 * Frames of other nodes arrive at most once. This class finds those that were lost by a gap in the numbers, or by
 * polling the log, and reads them from the log.
 */
@Injectable()
export class LogSequencers implements OnApplicationShutdown {
  private readonly log = new Logger(LogSequencers.name);
  private readonly logs = new Map<Group, ServedLog>();
  /** The last delivered numbers of logs without connections: late frames of them are not delivered again. */
  private readonly lastDelivered = new LRUCache<Group, number>(REMEMBERED);
  /** Connections whose snapshots are being read, and the logs whose sequencers start with these. */
  private readonly resolving = new Map<string, Group[]>();
  private readonly reader = new LogReader();
  private readonly gapPoller: GapPoller<ServedLog>;
  private readonly lateSubscribers: LateSubscribers;
  private readonly delivery: EntryDelivery;
  private readonly watch = new DeliveryWatch();
  private gaps: GapListener | undefined;
  private epoch: string | undefined;

  constructor(private readonly hub: Hub) {
    this.gapPoller = new GapPoller(this.logs, this.reader, (served, before, head) => {
      this.perform(served, head < before ? served.sequencer.rewind(head) : served.sequencer.reach(head));
    });
    this.lateSubscribers = new LateSubscribers(hub, this.reader, (room, seq) => this.hasDelivered(room, seq));
    this.delivery = new EntryDelivery(hub, this.lateSubscribers);
    hub.onGroupChanges({
      opened: (group) => {
        this.open(group);
      },
      closed: (group) => this.close(group),
    });
    hub.subscribe(ENTRY_TOPIC, (payload) => {
      const entry = payload as SerialisedEntry;
      if (this.isOfThisLog(entry)) this.offer(sequencedEntry(entry));
    });
    hub.subscribe(PRIVATE_ENTRY_TOPIC, (payload) => {
      const entry = payload as SerialisedPrivateEntry;
      if (this.isOfThisLog(entry)) this.offer(sequencedPrivateEntry(entry));
    });
  }

  /** Sets the source that missing numbers of rooms are read from, and starts to poll it. */
  readRoomsFrom(source: RoomLogSource): void {
    this.reader.readRoomsFrom(source);
    this.gapPoller.start();
  }

  /** Sets the source that missing numbers of private logs are read from. */
  readUsersFrom(source: PrivateLogSource): void {
    this.reader.readUsersFrom(source);
  }

  /**
   * The log is in this epoch now. In another epoch numbers may belong to other changes: nothing counts as delivered,
   * and entries of nodes in another epoch are not delivered.
   */
  inEpoch(epoch: string): void {
    const { epoch: before } = this;
    this.epoch = epoch;
    if (before === undefined || before === epoch) return;
    for (const log of Array.from(this.logs.keys())) {
      this.close(log);
      this.open(log);
    }
    this.lastDelivered.clear();
  }

  /** The last delivered number of each room that this node has connections in. */
  delivered(): ReadonlyMap<string, number> {
    const delivered = new Map<string, number>();
    for (const { log, sequencer } of this.logs.values()) {
      const roomId = roomIdOf(log);
      if (roomId !== undefined) delivered.set(roomId, sequencer.last ?? 0);
    }
    return delivered;
  }

  /** Whether this node has delivered a number of a room, or one after it. */
  isPast(roomId: string, seq: number): boolean {
    return this.hasDelivered(roomGroup(roomId), seq);
  }

  private hasDelivered(log: Group, seq: number): boolean {
    const served = this.logs.get(log);
    return seq <= ((served ? served.sequencer.last : this.lastDelivered.get(log)) ?? 0);
  }

  /**
   * Whether this node delivers nothing: a request has waited in vain, and no entry was delivered meanwhile or since.
   */
  get isStalled(): boolean {
    return this.watch.isStalled;
  }

  onGaps(listener: GapListener): void {
    this.gaps = listener;
  }

  onApplicationShutdown(): void {
    this.gapPoller.stop();
    for (const log of this.logs.keys()) this.close(log);
  }

  /** A connection has joined these groups, the last of its groups; its snapshot is read next. */
  connectionJoined(connectionId: string, groups: readonly Group[]): void {
    this.lateSubscribers.connectionJoined(connectionId);
    const unstarted = groups.flatMap((group) => {
      const served = this.logs.get(group);
      return served && served.sequencer.last === undefined ? [served] : [];
    });
    if (unstarted.length === 0) return;
    this.resolving.set(
      connectionId,
      unstarted.map(({ log }) => log),
    );
    for (const { sequencer } of unstarted) sequencer.expectSnapshot(connectionId);
  }

  /** @param reached the numbers that the connection's snapshot reaches; undefined: there is no snapshot */
  snapshotRead(connectionId: string, reached: SnapshotNumbers | undefined): void {
    const logs = this.resolving.get(connectionId) ?? [];
    this.resolving.delete(connectionId);
    for (const log of logs) {
      const served = this.logs.get(log);
      if (served) this.perform(served, served.sequencer.snapshotRead(connectionId, reached && numberOf(log, reached)));
    }
  }

  connectionClosed(connectionId: string): void {
    this.snapshotRead(connectionId, undefined);
    this.lateSubscribers.connectionClosed(connectionId);
  }

  /**
   * Delivers a committed change in its place, here and on every node.
   * @param origin receives it under its `request_id`, which no other connection gets
   * @returns once this node has delivered it
   * @throws Undelivered if that takes too long: it is delivered later, without a reply
   */
  append(entry: LogEntry, origin?: RequestOrigin): Promise<void> {
    const serialised = serialiseEntry(entry, this.epoch);
    const delivery = origin && new Delivery();
    this.offer(sequencedEntry(serialised, origin && replyOf(entry, serialised, origin), delivery));
    const audience = [roomGroup(entry.roomId), ...(entry.entering ?? []).map(userGroup)];
    this.hub.publishToOthers(audience, ENTRY_TOPIC, serialised);
    return delivery && !delivery.isDone ? this.watch.completed(delivery) : DONE;
  }

  /** As {@link append}, for a change that only its user receives. */
  appendPrivate(entry: PrivateLogEntry, origin?: RequestOrigin): Promise<void> {
    const serialised = serialisePrivateEntry(entry, this.epoch);
    const delivery = origin && new Delivery();
    this.offer(sequencedPrivateEntry(serialised, origin && replyOf(entry, serialised, origin), delivery));
    this.hub.publishToOthers([userGroup(entry.userId)], PRIVATE_ENTRY_TOPIC, serialised);
    return delivery && !delivery.isDone ? this.watch.completed(delivery) : DONE;
  }

  /** As {@link append}, for a change that every node learns of by itself. */
  appendLocally(entry: LogEntry): void {
    // The held entry may have a reply, which this one has not.
    if (this.logs.get(roomGroup(entry.roomId))?.sequencer.holds(entry.seq)) return;
    this.offer(sequencedEntry(serialiseEntry(entry)));
  }

  /**
   * The room's log has reached a number: this node reads what it has not received by then.
   * @param entering users who entered the room with it
   */
  logReached(roomId: string, seq: number, entering: readonly number[] = []): void {
    const room = roomGroup(roomId);
    const served = this.servedFor(room, seq, entering);
    if (this.hasDelivered(room, seq)) void this.lateSubscribers.forceResync(room, entering);
    else if (served) this.perform(served, served.sequencer.reach(seq));
  }

  private isOfThisLog({ epoch }: Pick<SerialisedEntry, 'epoch'>): boolean {
    return epoch === undefined || this.epoch === undefined || epoch === this.epoch;
  }

  private offer(entry: SequencedEntry): void {
    const { log, entering } = entry;
    const served = this.servedFor(log, entry.seq, entering);
    if (served) {
      this.perform(served, served.sequencer.offer(entry));
      return;
    }
    void this.lateSubscribers.forceResync(log, entering);
    this.delivery.answer(entry);
  }

  /** Does what a sequencer returned. */
  private perform(served: ServedLog, step: SequencerStep<SequencedEntry>): void {
    for (const entry of step.discarded) this.delivery.answer(entry);
    const last = step.deliver[0] ? step.deliver[0].seq - 1 : served.sequencer.last;
    for (const entry of step.repeated) this.delivery.repeat(entry, last);
    this.deliverAll(served, step.deliver);
    if (step.healed > 0) this.gaps?.healed(step.healed);
    if (step.skipped) this.skip(served.log, step.skipped);
    if (!this.isServed(served)) return;
    if (step.read) void this.read(served, step.read);
    if (step.checkGapInMs !== undefined) this.scheduleGapCheck(served, step.checkGapInMs);
  }

  /** The last connection may leave the room with an entry: those that follow are for connections that enter it then. */
  private deliverAll(served: ServedLog, entries: readonly SequencedEntry[]): void {
    for (const entry of entries) {
      if (this.isServed(served)) {
        served.delivering = entry.seq;
        this.delivery.deliver(entry);
        this.watch.count();
        if (!this.hub.hasConnectionsIn(served.log)) this.close(served.log);
        served.delivering = undefined;
      } else this.offer(entry);
    }
  }

  private skip(log: Group, { from, upTo }: { readonly from: number; readonly upTo: number }): void {
    this.gaps?.skipped(upTo - from + 1);
    this.log.warn(`Skipped the numbers ${String(from)} to ${String(upTo)} of the log ${log}`);
  }

  private async read(served: ServedLog, read: LogRead): Promise<void> {
    const step = await this.reader.entries(served.log, read.after, read.upTo).then(
      (entries) => served.sequencer.readDone(read, entries.map(entryOfLog)),
      () => served.sequencer.readFailed(read),
    );
    this.perform(served, step);
  }

  private scheduleGapCheck(served: ServedLog, ms: number): void {
    clearTimeout(served.timer);
    served.timer = setTimeout(() => this.perform(served, served.sequencer.checkGap()), ms);
  }

  /**
   * The log of a room without connections is opened by the first user of this node who enters, and starts with that.
   */
  private servedFor(log: Group, seq: number, entering: readonly number[]): ServedLog | undefined {
    const served = this.logs.get(log);
    if (served || this.hasDelivered(log, seq)) return served;
    return entering.some((id) => this.hub.hasConnectionsIn(userGroup(id))) ? this.open(log, seq - 1) : undefined;
  }

  private isServed(served: ServedLog): boolean {
    return this.logs.get(served.log) === served;
  }

  private open(log: Group, last?: number): ServedLog {
    const known = this.logs.get(log);
    if (known) return known;
    const served = {
      log,
      sequencer: new LogSequencer<SequencedEntry>(last),
      checkedAt: 0,
      timer: undefined,
      delivering: undefined,
    };
    this.logs.set(log, served);
    return served;
  }

  private close(log: Group): void {
    const served = this.logs.get(log);
    if (!served) return;
    this.logs.delete(log);
    clearTimeout(served.timer);
    const last = served.delivering ?? served.sequencer.last;
    if (last !== undefined) this.lastDelivered.set(log, last);
    for (const entry of served.sequencer.close().discarded) this.delivery.answer(entry);
  }
}
