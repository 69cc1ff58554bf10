import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

import { Hub, roomGroup, roomIdOf, userGroup } from '../hub/index.js';
import type { Group, OutboundFrame } from '../hub/index.js';
import type { Asker } from '../inbound/index.js';
import type { LogEntry, LogSource } from './log-entry.js';
import { LogReader } from './log-reader.js';
import { Newcomers } from './newcomers.js';
import { QuietRooms } from './quiet-rooms.js';
import type { ServedRoom } from './quiet-rooms.js';
import { RoomLine } from './room-line.js';
import type { LineEnds } from './room-line.js';
import { answerOf, fromWire, toWire } from './told-entry.js';
import type { Answer, ToldEntry, WireEntry } from './told-entry.js';

const ENTRY = 'log.entry';
/** Rooms that this node served last, and serves no more. */
const MOST_REMEMBERED = 100_000;

/** Whoever asked is not kept from asking further for longer, though nothing can be told while the log cannot be read. */
const LONGEST_WAIT_MS = 5_000;

const DONE = Promise.resolve();

/** Told of numbers that did not come by themselves: of those that the log had, and of those that are told to nobody. */
export interface GapListener {
  readonly healed: (numbers: number) => void;
  readonly passedOver: (numbers: number) => void;
}

/**
 * The rooms that this node has connections in, each with its {@link RoomLine}: what is numbered reaches connections
 * by it alone, from this node and from others, so that each hears a room's numbers in order, once, without a hole.
 *
 * Other nodes are told at most once. What they miss they see by the numbers, or by asking the log now and then, and
 * read from it.
 */
@Injectable()
export class RoomLines implements OnApplicationShutdown {
  private readonly log = new Logger(RoomLines.name);
  private readonly rooms = new Map<string, ServedRoom>();
  /** How far rooms were told that are served no more: what is heard late of them is not told again. */
  private readonly toldOf = new LRUCache<string, number>({ max: MOST_REMEMBERED });
  /** Connections whose snapshots are being read, and the rooms whose lines begin there. */
  private readonly arriving = new Map<string, string[]>();
  private readonly reader = new LogReader();
  private readonly quietRooms = new QuietRooms(this.rooms, this.reader);
  private readonly newcomers: Newcomers;
  private gaps: GapListener | undefined;
  /** The same of every line: there are as many as rooms. */
  private readonly ends: LineEnds<ToldEntry> = {
    tell: (entry) => {
      this.tell(entry);
    },
    toldBefore: (entry) => {
      const { roomId, seq, entering, answer, told } = entry;
      if (this.rooms.get(roomId)?.line.reached === seq) this.newcomers.letIn(entry);
      void this.newcomers.letBackIn(roomId, entering);
      if (answer) this.hub.tell(answer.connectionId, answer.repeated());
      told?.();
    },
    dropped: (entry) => {
      this.tellAsker(entry);
    },
    read: (roomId, after, upTo) => this.read(roomId, after, upTo),
    healed: (numbers) => {
      this.gaps?.healed(numbers);
    },
    passedOver: (roomId, from, upTo) => {
      this.gaps?.passedOver(upTo - from + 1);
      this.log.warn(`Room ${roomId} is not told the numbers ${String(from)} to ${String(upTo)} of its log`);
    },
  };

  constructor(private readonly hub: Hub) {
    this.newcomers = new Newcomers(hub, this.reader, (roomId, seq) => this.hasTold(roomId, seq));
    hub.onGroups({
      opened: (group) => {
        this.open(roomIdOf(group));
      },
      closed: (group) => {
        this.close(roomIdOf(group));
      },
    });
    hub.onNodes(ENTRY, (payload) => {
      this.offer(fromWire(payload as WireEntry));
    });
  }

  /** From now on holes are filled from there. */
  readFrom(source: LogSource): void {
    this.reader.readFrom(source);
    this.quietRooms.start();
  }

  onGaps(listener: GapListener): void {
    this.gaps = listener;
  }

  onApplicationShutdown(): void {
    this.quietRooms.stop();
    for (const { line } of this.rooms.values()) line.close();
    this.rooms.clear();
  }

  /** A connection has joined these groups, and reads its snapshot now. */
  connectionArrives(connectionId: string, groups: readonly Group[]): void {
    this.newcomers.came(connectionId);
    const unplaced = groups.flatMap((group) => {
      const roomId = roomIdOf(group);
      return roomId !== undefined && this.rooms.get(roomId)?.line.isPlaced === false ? [roomId] : [];
    });
    if (unplaced.length === 0) return;
    this.arriving.set(connectionId, unplaced);
    for (const roomId of unplaced) this.rooms.get(roomId)?.line.expect(connectionId);
  }

  /** @param numbers how far its snapshot reaches in each of the user's rooms */
  connectionArrived(connectionId: string, numbers: ReadonlyMap<string, number>): void {
    const roomIds = this.arriving.get(connectionId) ?? [];
    this.arriving.delete(connectionId);
    for (const roomId of roomIds) this.rooms.get(roomId)?.line.report(connectionId, numbers.get(roomId));
  }

  connectionGone(connectionId: string): void {
    this.connectionArrived(connectionId, new Map());
    this.newcomers.gone(connectionId);
  }

  /**
   * Tells what was committed: in its place, here and on every node.
   * @param asker hears it under its own `request_id`, which nobody else is told
   * @returns once the asker has heard it, or has waited long: it will hear it all the same
   */
  append(entry: LogEntry, asker?: Asker): Promise<void> {
    const wire = toWire(entry);
    const audience = [roomGroup(entry.roomId), ...(entry.entering ?? []).map(userGroup)];
    let isTold = !asker;
    const told = new Promise<void>((resolve) => {
      this.offer(
        fromWire(wire, asker && answerOf(entry, wire, asker), () => {
          isTold = true;
          resolve();
        }),
      );
    });
    this.hub.tellOthers(audience, ENTRY, wire);
    return isTold ? DONE : within(told, LONGEST_WAIT_MS);
  }

  /** As {@link append}, of what every node is told anyway. */
  appendHere(entry: LogEntry): void {
    this.offer(fromWire(toWire(entry)));
  }

  /**
   * The room's log has reached this number: what this node has not heard by then it reads.
   * @param entering users who entered the room with it
   */
  reached(roomId: string, seq: number, entering: readonly number[] = []): void {
    const line = this.lineOf(roomId, seq, entering);
    if (this.hasTold(roomId, seq)) void this.newcomers.letBackIn(roomId, entering);
    else line?.reach(seq);
  }

  private offer(entry: ToldEntry): void {
    const { roomId, entering } = entry;
    const line = this.lineOf(roomId, entry.seq, entering);
    if (line) {
      line.offer(entry);
      return;
    }
    void this.newcomers.letBackIn(roomId, entering);
    this.tellAsker(entry);
  }

  /** Nobody here hears it, but for whoever asked. */
  private tellAsker({ answer, told }: ToldEntry): void {
    if (answer) this.hub.tell(answer.connectionId, answer.frame);
    told?.();
  }

  /** A room that this node does not serve, but will once somebody who is here has entered, begins with that. */
  private lineOf(roomId: string, seq: number, entering: readonly number[]): RoomLine<ToldEntry> | undefined {
    const served = this.rooms.get(roomId)?.line;
    if (served || this.hasTold(roomId, seq)) return served;
    return entering.some((id) => this.hub.isServed(userGroup(id))) ? this.open(roomId, seq - 1) : undefined;
  }

  private hasTold(roomId: string, seq: number): boolean {
    const room = this.rooms.get(roomId);
    return seq <= ((room ? room.line.reached : this.toldOf.get(roomId)) ?? 0);
  }

  private open(roomId: string | undefined, last?: number): RoomLine<ToldEntry> | undefined {
    if (roomId === undefined) return undefined;
    const served = this.rooms.get(roomId);
    if (served) return served.line;
    const line = new RoomLine(roomId, this.ends, last);
    this.rooms.set(roomId, { line, checkedAt: 0 });
    return line;
  }

  private close(roomId: string | undefined): void {
    const line = roomId === undefined ? undefined : this.rooms.get(roomId)?.line;
    if (roomId === undefined || !line) return;
    line.close();
    this.rooms.delete(roomId);
    if (line.reached !== undefined) this.toldOf.set(roomId, line.reached);
  }

  private tell(entry: ToldEntry): void {
    const room = roomGroup(entry.roomId);
    const { answer, leaving, farewell, isEnd } = entry;
    const entering = entry.entering.map(userGroup);
    this.hub.joinAll(entering, room);
    this.hub.leaveAll(leaving, room);
    const askerLeaves = leaving.some((group) => this.hub.isIn(answer?.connectionId, group));
    if (farewell) this.deliver(leaving, farewell, askerLeaves ? answer : undefined, answer?.farewell);
    const hearers = [room, ...entering, ...(isEnd ? leaving : [])];
    this.deliver(hearers, entry.frame, askerLeaves ? undefined : answer, answer?.frame);
    if (isEnd) this.hub.leaveAll([room], room);
    if (!this.hub.isServed(room)) this.close(entry.roomId);
    entry.told?.();
  }

  private deliver(groups: readonly Group[], frame: OutboundFrame, asker?: Answer, answer?: OutboundFrame): void {
    if (asker && answer) this.hub.tell(asker.connectionId, answer);
    this.hub.deliver(groups, frame, asker?.connectionId);
  }

  private async read(roomId: string, after: number, upTo: number): Promise<ToldEntry[]> {
    const entries = await this.reader.entries(roomId, after, upTo);
    return entries.map((entry) => fromWire(toWire(entry)));
  }
}

/** Waits for what comes, and no longer than this. */
async function within(coming: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms).unref();
  });
  await Promise.race([coming, tooLate]);
  clearTimeout(timer);
}
