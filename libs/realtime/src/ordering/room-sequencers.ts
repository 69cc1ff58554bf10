import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

import { Hub, roomGroup, roomIdOf, userGroup } from '../hub/index.js';
import type { Group, OutboundFrame } from '../hub/index.js';
import type { RequestOrigin } from '../requests/index.js';
import { GapPoller } from './gap-poller.js';
import type { PolledRoom } from './gap-poller.js';
import { LateSubscribers } from './late-subscribers.js';
import { LogReader } from './room-log.js';
import type { LogEntry, LogSource } from './room-log.js';
import { RoomSequencer } from './room-sequencer.js';
import type { LogRead, SequencerStep } from './room-sequencer.js';
import { Delivery, replyOf, sequencedEntry, serialiseEntry } from './sequenced-entry.js';
import type { Reply, SequencedEntry, SerialisedEntry } from './sequenced-entry.js';

const ENTRY_TOPIC = 'log.entry';
/** Rooms without connections whose last delivered number this node remembers. */
const MOST_REMEMBERED = 100_000;
/** The maximum wait of a request whose entry cannot be delivered, for example while the log cannot be read. */
const LONGEST_WAIT_MS = 5_000;

const DONE = Promise.resolve();

/** Counts numbers that did not arrive by themselves: those read from the log, and those that were skipped. */
export interface GapListener {
  readonly healed: (numbers: number) => void;
  readonly skipped: (numbers: number) => void;
}

interface ServedRoom extends PolledRoom {
  timer: NodeJS.Timeout | undefined;
  /** The number that is being delivered, while one is. */
  delivering: number | undefined;
}

/**
 * The rooms that this node has connections in, each with its {@link RoomSequencer}. All numbered frames, of this node
 * and of others, reach connections through it: each connection receives the numbers of a room in order, once, without a
 * gap.
 *
 * Frames of other nodes arrive at most once. This class finds those that were lost by a gap in the numbers, or by
 * polling the log, and reads them from the log.
 */
@Injectable()
export class RoomSequencers implements OnApplicationShutdown {
  private readonly log = new Logger(RoomSequencers.name);
  private readonly rooms = new Map<string, ServedRoom>();
  /** The last delivered numbers of rooms without connections: late frames of them are not delivered again. */
  private readonly lastDelivered = new LRUCache<string, number>({ max: MOST_REMEMBERED });
  /** Connections whose snapshots are being read, and the rooms whose sequencers start with these. */
  private readonly resolving = new Map<string, string[]>();
  private readonly reader = new LogReader();
  private readonly gapPoller: GapPoller<ServedRoom>;
  private readonly lateSubscribers: LateSubscribers;
  private gaps: GapListener | undefined;
  private epoch: string | undefined;

  constructor(private readonly hub: Hub) {
    this.gapPoller = new GapPoller(this.rooms, this.reader, (room, before, head) => {
      this.perform(room, head < before ? room.sequencer.rewind(head) : room.sequencer.reach(head));
    });
    this.lateSubscribers = new LateSubscribers(hub, this.reader, (roomId, seq) => this.isPast(roomId, seq));
    hub.onGroupChanges({
      opened: (group) => {
        this.open(roomIdOf(group));
      },
      closed: (group) => {
        this.close(roomIdOf(group));
      },
    });
    hub.subscribe(ENTRY_TOPIC, (payload) => {
      this.offerOfOtherNode(payload as SerialisedEntry);
    });
  }

  /** Sets the source that missing numbers are read from, and starts to poll it. */
  readFrom(source: LogSource): void {
    this.reader.readFrom(source);
    this.gapPoller.start();
  }

  /**
   * The log is in this epoch now. In another epoch numbers may belong to other changes: nothing counts as delivered, and
   * entries of nodes in another epoch are not delivered.
   */
  inEpoch(epoch: string): void {
    const { epoch: before } = this;
    this.epoch = epoch;
    if (before === undefined || before === epoch) return;
    for (const roomId of [...this.rooms.keys()]) {
      this.close(roomId);
      this.open(roomId);
    }
    this.lastDelivered.clear();
  }

  /** The last delivered number of each room that this node has connections in. */
  delivered(): ReadonlyMap<string, number> {
    return new Map([...this.rooms.values()].map(({ roomId, sequencer }) => [roomId, sequencer.last ?? 0]));
  }

  /** Whether this node has delivered a number of a room, or one after it. */
  isPast(roomId: string, seq: number): boolean {
    const room = this.rooms.get(roomId);
    return seq <= ((room ? room.sequencer.last : this.lastDelivered.get(roomId)) ?? 0);
  }

  onGaps(listener: GapListener): void {
    this.gaps = listener;
  }

  onApplicationShutdown(): void {
    this.gapPoller.stop();
    for (const roomId of [...this.rooms.keys()]) this.close(roomId);
  }

  /** A connection has joined these groups; its snapshot is read next. */
  connectionJoined(connectionId: string, groups: readonly Group[]): void {
    this.lateSubscribers.connectionJoined(connectionId);
    const unstarted = groups.flatMap((group) => {
      const room = this.rooms.get(roomIdOf(group) ?? '');
      return room && room.sequencer.last === undefined ? [room] : [];
    });
    if (unstarted.length === 0) return;
    const roomIds = unstarted.map(({ roomId }) => roomId);
    this.resolving.set(connectionId, roomIds);
    for (const { sequencer } of unstarted) sequencer.expectSnapshot(connectionId);
  }

  /** @param numbers the number that the connection's snapshot reaches in each of the user's rooms */
  snapshotRead(connectionId: string, numbers: ReadonlyMap<string, number>): void {
    const roomIds = this.resolving.get(connectionId) ?? [];
    this.resolving.delete(connectionId);
    for (const roomId of roomIds) {
      const room = this.rooms.get(roomId);
      if (room) this.perform(room, room.sequencer.snapshotRead(connectionId, numbers.get(roomId)));
    }
  }

  connectionClosed(connectionId: string): void {
    this.snapshotRead(connectionId, new Map());
    this.lateSubscribers.connectionClosed(connectionId);
  }

  /**
   * Delivers a committed change in its place, here and on every node.
   * @param origin receives it under its `request_id`, which no other connection gets
   * @returns once this node has delivered it, or after {@link LONGEST_WAIT_MS}: then it is delivered later
   */
  append(entry: LogEntry, origin?: RequestOrigin): Promise<void> {
    const serialised = serialiseEntry(entry, this.epoch);
    const delivery = origin && new Delivery();
    this.offer(sequencedEntry(serialised, origin && replyOf(entry, serialised, origin), delivery));
    const audience = [roomGroup(entry.roomId), ...(entry.entering ?? []).map(userGroup)];
    this.hub.publishToOthers(audience, ENTRY_TOPIC, serialised);
    return delivery && !delivery.isDone ? delivery.completed(LONGEST_WAIT_MS) : DONE;
  }

  /** As {@link append}, for a change that every node learns of by itself. */
  appendLocally(entry: LogEntry): void {
    // The held entry may have a reply, which this one has not.
    if (this.rooms.get(entry.roomId)?.sequencer.holds(entry.seq)) return;
    this.offer(sequencedEntry(serialiseEntry(entry)));
  }

  /**
   * The room's log has reached a number: this node reads what it has not received by then.
   * @param entering users who entered the room with it
   */
  logReached(roomId: string, seq: number, entering: readonly number[] = []): void {
    const room = this.roomFor(roomId, seq, entering);
    if (this.isPast(roomId, seq)) void this.lateSubscribers.forceResync(roomId, entering);
    else if (room) this.perform(room, room.sequencer.reach(seq));
  }

  private offerOfOtherNode(entry: SerialisedEntry): void {
    const isOfThisLog = entry.epoch === undefined || this.epoch === undefined || entry.epoch === this.epoch;
    if (isOfThisLog) this.offer(sequencedEntry(entry));
  }

  private offer(entry: SequencedEntry): void {
    const { roomId, entering } = entry;
    const room = this.roomFor(roomId, entry.seq, entering);
    if (room) {
      this.perform(room, room.sequencer.offer(entry));
      return;
    }
    void this.lateSubscribers.forceResync(roomId, entering);
    this.answer(entry);
  }

  /** Does what a sequencer returned. */
  private perform(room: ServedRoom, step: SequencerStep<SequencedEntry>): void {
    for (const entry of step.discarded) this.answer(entry);
    const last = step.deliver[0] ? step.deliver[0].seq - 1 : room.sequencer.last;
    for (const entry of step.repeated) this.repeat(entry, last);
    this.deliverAll(room, step.deliver);
    if (step.healed > 0) this.gaps?.healed(step.healed);
    if (step.skipped) this.skip(room.roomId, step.skipped);
    if (!this.isServed(room)) return;
    if (step.read) void this.read(room, step.read);
    if (step.lookAgainInMs !== undefined) this.lookAgainIn(room, step.lookAgainInMs);
  }

  /** The last connection may leave the room with an entry: those that follow are for connections that enter it then. */
  private deliverAll(room: ServedRoom, entries: readonly SequencedEntry[]): void {
    for (const entry of entries) {
      if (this.isServed(room)) {
        room.delivering = entry.seq;
        this.deliver(entry);
        room.delivering = undefined;
      } else this.offer(entry);
    }
  }

  private deliver(entry: SequencedEntry): void {
    const room = roomGroup(entry.roomId);
    const { reply, leaving, farewell, isEnd } = entry;
    const entering = entry.entering.map(userGroup);
    this.hub.joinAll(entering, room);
    this.hub.leaveAll(leaving, room);
    const requesterLeaves = this.requesterLeaves(entry);
    if (farewell) this.send(leaving, farewell, requesterLeaves ? reply : undefined, reply?.farewell);
    const audience = [room, ...entering, ...(isEnd ? leaving : [])];
    this.send(audience, entry.frame, requesterLeaves ? undefined : reply, reply?.frame);
    if (isEnd) this.hub.leaveAll([room], room);
    if (!this.hub.hasConnectionsIn(room)) this.close(entry.roomId);
    entry.delivery?.complete();
  }

  private send(groups: readonly Group[], frame: OutboundFrame, reply?: Reply, replyFrame?: OutboundFrame): void {
    if (reply && replyFrame) this.hub.send(reply.connectionId, replyFrame);
    this.hub.deliver(groups, frame, reply?.connectionId);
  }

  /** @param last the last number of the room that was delivered */
  private repeat(entry: SequencedEntry, last: number | undefined): void {
    if (entry.seq === last) this.lateSubscribers.subscribe(entry);
    void this.lateSubscribers.forceResync(entry.roomId, entry.entering);
    if (entry.reply) this.hub.send(entry.reply.connectionId, entry.reply.repeated());
    entry.delivery?.complete();
  }

  /** The requester receives the entry, and no other connection. */
  private answer(entry: SequencedEntry): void {
    const { reply, delivery } = entry;
    const farewell = this.requesterLeaves(entry) ? reply?.farewell : undefined;
    if (reply) this.hub.send(reply.connectionId, farewell ?? reply.frame);
    delivery?.complete();
  }

  private requesterLeaves({ leaving, reply }: SequencedEntry): boolean {
    return leaving.some((group) => this.hub.isIn(reply?.connectionId, group));
  }

  private skip(roomId: string, { from, upTo }: { readonly from: number; readonly upTo: number }): void {
    this.gaps?.skipped(upTo - from + 1);
    this.log.warn(`Skipped the numbers ${String(from)} to ${String(upTo)} of the log of room ${roomId}`);
  }

  private async read(room: ServedRoom, read: LogRead): Promise<void> {
    const step = await this.reader.entries(room.roomId, read.after, read.upTo).then(
      (entries) =>
        room.sequencer.readDone(
          read,
          entries.map((entry) => sequencedEntry(serialiseEntry(entry))),
        ),
      () => room.sequencer.readFailed(read),
    );
    this.perform(room, step);
  }

  private lookAgainIn(room: ServedRoom, ms: number): void {
    clearTimeout(room.timer);
    room.timer = setTimeout(() => {
      this.perform(room, room.sequencer.lookAgain());
    }, ms);
  }

  /** A room without connections is opened by the first user of this node who enters it, and starts with that. */
  private roomFor(roomId: string, seq: number, entering: readonly number[]): ServedRoom | undefined {
    const served = this.rooms.get(roomId);
    if (served || this.isPast(roomId, seq)) return served;
    return entering.some((id) => this.hub.hasConnectionsIn(userGroup(id))) ? this.open(roomId, seq - 1) : undefined;
  }

  private isServed(room: ServedRoom): boolean {
    return this.rooms.get(room.roomId) === room;
  }

  private open(roomId: string | undefined, last?: number): ServedRoom | undefined {
    if (roomId === undefined) return undefined;
    const served = this.rooms.get(roomId);
    if (served) return served;
    const room = {
      roomId,
      sequencer: new RoomSequencer<SequencedEntry>(last),
      checkedAt: 0,
      timer: undefined,
      delivering: undefined,
    };
    this.rooms.set(roomId, room);
    return room;
  }

  private close(roomId: string | undefined): void {
    const room = this.rooms.get(roomId ?? '');
    if (!room) return;
    this.rooms.delete(room.roomId);
    clearTimeout(room.timer);
    const last = room.delivering ?? room.sequencer.last;
    if (last !== undefined) this.lastDelivered.set(room.roomId, last);
    for (const entry of room.sequencer.close().discarded) this.answer(entry);
  }
}
