import { Injectable, Logger } from '@nestjs/common';
import { isWithin } from '@parley/realtime/requests';
import type { Actor, RoomLimit } from '@parley/realtime/requests';

import { listBytes } from '../../../platform/collections/list-bytes.js';
import { BatchLoader } from '../../../platform/async/batch-loader.js';
import { inTime } from '../../../platform/async/timeout.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import { LogRecord } from '../../../platform/logging/log-record.js';
import type { FirstFrameUser } from '../first-frame-users.repository.js';
import { countsWithin } from './newest-notifications.js';
import type { ShownInRoom } from './newest-notifications.js';
import { PendingSummaryRepository } from './pending-summary.repository.js';
import type { PendingSummary } from './pending-summary.repository.js';
import { PendingRepository } from './pending.repository.js';
import type { PendingRoomState } from './pending.repository.js';
import { PendingSettings } from './pending.settings.js';
import type { NotificationLimits } from './pending.settings.js';
import { withRefusals } from './refused-schedules.js';
import { RoomBacklogs } from './room-backlogs.js';
import type { Arrival } from './room-backlogs.js';

export interface PendingRoom {
  readonly roomId: string;
  /** The number of messages of others that the user has not read. */
  readonly unread: number;
  /** The number of those of them that mention the user, or the room. */
  readonly unreadMentions: number;
  readonly pending: number;
  readonly shown: ShownInRoom;
}

/** The state of a user's rooms, each of one moment. */
export interface PendingSnapshot {
  /** The rooms with anything pending or unread, in the order of their ids. */
  readonly rooms: readonly PendingRoom[];
  /** The latest sequence number of each of the user's rooms. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The number of pending invitations to rooms. */
  readonly invitations: number;
  /** Whether reading what is pending took too long: then there are no rooms. */
  readonly isWithoutCounts: boolean;
}

/** A user who waits longer gets a first frame without counts and notifications: a slow database keeps nobody out. */
const LONGEST_COUNT_MS = 3_000;

const NO_BACKLOGS: Awaited<ReturnType<RoomBacklogs['of']>> = new Map();

/** The id of a room, twice, and its numbers of unread messages and mentions. */
const UNREAD_FRAME = 120;

/**
 * Reads the pending notifications of users who connect. Many have nothing pending: one cheap statement finds the rooms
 * in which anything may be pending, of all users who connect at the same moment. Only these rooms are read: those that
 * several of the users have in common once for all, the others for each user.
 */
@Injectable()
export class InitialSnapshotReader {
  private readonly log = new Logger(InitialSnapshotReader.name);
  private readonly summaries: BatchLoader<number, PendingSummary>;
  private readonly limits: NotificationLimits;
  private readonly mostBytes: number;

  constructor(
    repository: PendingSummaryRepository,
    private readonly backlogs: RoomBacklogs,
    private readonly pending: PendingRepository,
    { shown }: PendingSettings,
    { answerBytes }: Limits,
  ) {
    this.summaries = new BatchLoader((userIds) => repository.read(userIds));
    this.limits = shown;
    this.mostBytes = listBytes(answerBytes);
  }

  /**
   * Each room is read after the call: its number and what is pending there are of one moment.
   * @param known what the database has of the user
   */
  async read(
    { user, rooms: within }: Pick<Actor, 'user' | 'rooms'>,
    known: Promise<Omit<FirstFrameUser, 'privateSeq'>>,
  ): Promise<PendingSnapshot> {
    const [{ numbers: last, waiting, ...summary }, { notifyLevel: userLevel, separated, ...own }] = await Promise.all([
      this.summaries.load(user.id),
      known,
    ]);
    // A token that is limited to rooms shows nothing of what concerns no room of them.
    const [invitations, refusals] = within ? [0, null] : [summary.invitations, own.refusals];
    const numbers = among(within, last);
    if (!waiting && !refusals) return { rooms: [], numbers, invitations, isWithoutCounts: false };
    const mayBePending = among(within, waiting);
    const rooms =
      mayBePending.size === 0
        ? []
        : await this.statesInTime({ userId: user.id, userLevel, separated, waiting: mayBePending });
    // Each number is that of the summary: what is committed after it arrives as live frames.
    if (!rooms) return { rooms: [], numbers, invitations, isWithoutCounts: true };
    // A room that the user has left meanwhile has no state.
    for (const roomId of mayBePending.keys()) numbers.delete(roomId);
    for (const { roomId, lastSeq } of rooms) numbers.set(roomId, lastSeq);
    const all = refusals ? withRefusals(rooms, refusals, user, this.limits.perRoom) : rooms;
    return { rooms: this.shown(all), numbers, invitations, isWithoutCounts: false };
  }

  /** @returns undefined if it takes too long */
  private async statesInTime(arrival: Arrival): Promise<PendingRoomState[] | undefined> {
    const reading = this.statesOf(arrival);
    const states = await inTime(LONGEST_COUNT_MS, reading);
    if (!states) {
      reading.catch(() => undefined); // Nobody waits for it any more.
      this.log.warn(LogRecord.from('A first frame comes without counts: they take too long', { user: arrival.userId }));
    }
    return states;
  }

  private async statesOf(arrival: Arrival): Promise<PendingRoomState[]> {
    const { waiting } = arrival;
    // The messages of a room that are the same for most members are not for one who is separated from some of them.
    const shared = arrival.separated.length > 0 ? NO_BACKLOGS : await this.backlogs.of(arrival);
    const others = [...waiting.keys()].filter((roomId) => !shared.has(roomId));
    const mostBytes = this.bytesBeside(waiting.size);
    const own = others.length === 0 ? [] : await this.pending.read(arrival, others, this.limits, mostBytes);
    const states = [...shared.values(), ...own].filter((state) => state !== null);
    return states.toSorted((one, other) => (one.roomId < other.roomId ? -1 : 1));
  }

  /** The newest notifications of all rooms. */
  private shown(rooms: readonly PendingRoomState[]): PendingRoom[] {
    const counts = countsWithin(
      rooms.map(({ newest }) => newest),
      { most: this.limits.altogether, mostBytes: this.bytesBeside(rooms.length) },
    );
    return rooms.map(({ roomId, unread, unreadMentions, pending, newest }, at) => ({
      roomId,
      unread,
      unreadMentions,
      pending,
      shown: newest.newest(counts[at] ?? 0),
    }));
  }

  /** The bytes of notifications in a frame with this many rooms. */
  private bytesBeside(rooms: number): number {
    return this.mostBytes - UNREAD_FRAME * rooms;
  }
}

/** What the rooms have to which the token is limited, by room. */
const among = <Value>(
  within: RoomLimit,
  ofRooms: Readonly<Record<string, Value>> | null | undefined,
): Map<string, Value> =>
  new Map(Object.entries(ofRooms ?? {}).filter(([roomId]) => isWithin({ rooms: within }, roomId)));
