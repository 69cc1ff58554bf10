import { Injectable } from '@nestjs/common';
import type { NotifyLevel } from '@parley/protocol';

import { listBytes } from '../../../platform/collections/list-bytes.js';
import { levelOf } from '../../notification-levels/level.js';
import { BatchLoader } from '../../../platform/async/batch-loader.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import { PendingSettings } from './pending.settings.js';
import type { PendingRoomState } from './pending.repository.js';
import { RoomBacklog } from './room-backlog.js';
import type { MemberState, ShownLimit } from './room-backlog.js';
import { RoomBacklogRepository } from './room-backlog.repository.js';
import type { AskedMember } from './room-backlog.repository.js';

/** A user who connects. */
export interface Arrival {
  readonly userId: number;
  /** Of which messages the user is notified in rooms without a level of their own; null: the user has chosen none. */
  readonly userLevel: NotifyLevel | null;
  /** Whom the user blocks, and who blocks the user. */
  readonly separated: readonly number[];
  /** The rooms in which anything may be pending, each with the lower one of the user's marks. */
  readonly waiting: ReadonlyMap<string, number>;
}

/** By room, what is pending there; null if the user is no member any more. Rooms without an entry are read alone. */
export type SharedStates = ReadonlyMap<string, PendingRoomState | null>;

/** A batch takes at most a third of the time. */
const REST = 2;
/** The maximum number of rooms of a batch, so that making its JSON does not delay other connections noticeably. */
const MOST_ROOMS = 32;
const NOTHING_SHARED: SharedStates = new Map();

/**
 * Counts pending messages for several users who connect at the same moment and share rooms, such as a large Channel
 * after an outage: the messages of such a room are read once for all of them.
 *
 * The memberships are read after the messages, so that a user who was removed meanwhile reads nothing. All are read
 * after the call: nothing is cached.
 */
@Injectable()
export class RoomBacklogs {
  private readonly arrivals: BatchLoader<Arrival, SharedStates>;
  private readonly limit: ShownLimit;

  constructor(
    private readonly repository: RoomBacklogRepository,
    { shown: { perRoom } }: PendingSettings,
    { answerBytes }: Limits,
  ) {
    this.limit = { perRoom, mostBytesOfOne: listBytes(answerBytes) / 2 };
    this.arrivals = new BatchLoader((arrivals) => this.readAll(arrivals), { rest: REST });
  }

  of(arrival: Arrival): Promise<SharedStates> {
    return this.arrivals.load(arrival);
  }

  private async readAll(arrivals: readonly Arrival[]): Promise<SharedStates[]> {
    const marks = sharedMarks(arrivals);
    if (marks.size === 0) return arrivals.map(() => NOTHING_SHARED);
    const messages = await this.repository.read(
      marks,
      arrivals.map(({ userId }) => userId),
      this.limit.perRoom,
    );
    const backlogs = new Map(messages.map((each) => [each.roomId, new RoomBacklog(each, this.limit)]));
    const members = await this.repository.memberStates(askedMembers(arrivals, backlogs));
    const byUser = new Map(members.map((member) => [placeOf(member.user_id, member.room_id), member]));
    return arrivals.map(({ userId, userLevel, waiting }) => {
      const states = [...waiting.keys()].flatMap((roomId) => {
        const backlog = backlogs.get(roomId);
        const state = backlog && stateOf(backlog, byUser.get(placeOf(userId, roomId)), userLevel);
        return state === undefined ? [] : [[roomId, state] as const];
      });
      return new Map(states);
    });
  }
}

/** The rooms that most of the users have in common, each with the lowest mark. */
function sharedMarks(arrivals: readonly Arrival[]): Map<string, number> {
  const rooms = new Map<string, { users: number; mark: number }>();
  for (const [roomId, mark] of arrivals.flatMap(({ waiting }) => [...waiting])) {
    const room = rooms.get(roomId);
    rooms.set(roomId, { users: (room?.users ?? 0) + 1, mark: Math.min(room?.mark ?? mark, mark) });
  }
  const shared = [...rooms].filter(([, { users }]) => users > 1);
  const most = shared.toSorted(([, one], [, other]) => other.users - one.users).slice(0, MOST_ROOMS);
  return new Map(most.map(([roomId, { mark }]) => [roomId, mark]));
}

function askedMembers(arrivals: readonly Arrival[], backlogs: ReadonlyMap<string, RoomBacklog>): AskedMember[] {
  const asked = new Map<string, AskedMember>();
  for (const { userId, waiting } of arrivals) {
    for (const [roomId, mark] of waiting) {
      const backlog = backlogs.get(roomId);
      if (backlog) asked.set(placeOf(userId, roomId), [userId, roomId, backlog.lowestId(mark)]);
    }
  }
  return [...asked.values()];
}

const placeOf = (userId: number, roomId: string): string => `${String(userId)} ${roomId}`;

const stateOf = (
  backlog: RoomBacklog,
  member: MemberState | undefined,
  userLevel: NotifyLevel | null,
): PendingRoomState | null | undefined =>
  member ? backlog.stateOf(member, levelOf({ roomLevel: member.room_level, userLevel })) : null;
