import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import { Hub, roomGroup } from '@parley/realtime/hub';
import type { Group } from '@parley/realtime/hub';
import { ConnectionGroups } from '@parley/realtime/requests';
import { LRUCache } from 'lru-cache';

import { MembershipsRepository } from './memberships.repository.js';
import type { Seat } from './seat.js';

/** A user whose list of rooms has changed, with the new version of the list. */
export interface RoomsChanged {
  readonly id: number;
  readonly roomsVersion: number;
}

/** Users joined or left a room: the committed change, which every node must receive. */
export interface Moved {
  readonly roomId: string;
  readonly users: readonly RoomsChanged[];
}

interface AccessChanged {
  readonly roomId: string;
  readonly version: number;
}

/** A plain list of ids: there is one for each user, and most users are in few rooms. */
interface RoomList {
  readonly version: number;
  readonly roomIds: readonly string[];
}

const ENTERED = 'rooms.entered';
const LEFT = 'rooms.left';
const ACCESS = 'rooms.access';
const SEATS_REMEMBERED = 200_000;
const USERS_REMEMBERED = 100_000;
const ROOMS_REMEMBERED = 100_000;

/**
 * This node's cache of memberships.
 *
 * Entries may be stale, so each carries a version that its user checks: a list of rooms is valid if it has the version
 * of the user's row; a membership is valid for a write if the room still has the same version when the write locks it.
 */
@Injectable()
export class Memberships extends ConnectionGroups {
  private readonly seats = new LRUCache<string, Seat>({ max: SEATS_REMEMBERED });
  private readonly lists = new LRUCache<number, RoomList>({ max: USERS_REMEMBERED });
  /** The latest known versions of lists and of rooms: older entries are not used. */
  private readonly listVersions = new LRUCache<number, number>({ max: USERS_REMEMBERED });
  private readonly roomVersions = new LRUCache<string, number>({ max: ROOMS_REMEMBERED });

  constructor(
    private readonly repository: MembershipsRepository,
    private readonly hub: Hub,
  ) {
    super();
    this.hub.subscribe(ENTERED, (payload) => {
      this.followEntered(payload as Moved);
    });
    this.hub.subscribe(LEFT, (payload) => {
      this.followLeft(payload as Moved);
    });
    this.hub.subscribe(ACCESS, (payload) => {
      this.followAccess(payload as AccessChanged);
    });
  }

  /**
   * The user's membership from the cache; for changes that the write checks again.
   * @throws Refusal 4004 if there is no such room or the user is not a member: the two cannot be distinguished
   */
  async seat(userId: number, roomId: string): Promise<Seat> {
    const seat = this.seats.get(key(userId, roomId));
    const known = seat && seat.room.version >= (this.roomVersions.get(roomId) ?? 0);
    return known ? seat : this.seatNow(userId, roomId);
  }

  /**
   * The user's membership from the database.
   * @throws Refusal 4004 as {@link seat}
   */
  async seatNow(userId: number, roomId: string): Promise<Seat> {
    const seat = await this.repository.seat(userId, roomId);
    if (!seat) {
      this.seats.delete(key(userId, roomId));
      throw notFound('No such room.');
    }
    this.seats.set(key(userId, roomId), seat);
    return seat;
  }

  override async groupsOf(userId: number, roomsVersion: number): Promise<readonly Group[]> {
    const known = this.lists.get(userId);
    const list = known && known.version >= this.versionNeeded(userId, roomsVersion) ? known : await this.read(userId);
    return list.roomIds.map(roomGroup);
  }

  /** To be called after the commit: every node updates its cache, so that no lookup is needed. */
  entered(change: Moved): void {
    this.hub.publishToNodes(ENTERED, change);
  }

  /** As {@link entered}. */
  left(change: Moved): void {
    this.hub.publishToNodes(LEFT, change);
  }

  /** As {@link entered}: memberships of an older version are looked up again. */
  accessChanged(roomId: string, version: number): void {
    this.hub.publishToNodes(ACCESS, { roomId, version });
  }

  /** Applies the change on this node, when it arrives from another node or as a signal. */
  followEntered({ roomId, users }: Moved): void {
    this.follow(users, (roomIds) => [...without(roomId, roomIds), roomId]);
  }

  /** As {@link followEntered}. */
  followLeft({ roomId, users }: Moved): void {
    this.forgetSeats(
      roomId,
      users.map(({ id }) => id),
    );
    this.follow(users, (roomIds) => without(roomId, roomIds));
  }

  /** Drops the memberships of users whose removal was found in the room's change log before any notification of it. */
  forgetSeats(roomId: string, userIds: readonly number[]): void {
    for (const id of userIds) this.seats.delete(key(id, roomId));
  }

  /** As {@link followEntered}. */
  followAccess({ roomId, version }: AccessChanged): void {
    this.roomVersions.set(roomId, Math.max(version, this.roomVersions.get(roomId) ?? 0));
  }

  /** Reads the list again if a change of it arrives during the read. */
  private async read(userId: number): Promise<RoomList> {
    for (let heard = this.versionNeeded(userId); ; heard = this.versionNeeded(userId)) {
      const { version, roomIds } = await this.repository.roomsOf(userId);
      if (version < this.versionNeeded(userId) && this.versionNeeded(userId) > heard) continue;
      const list = { version, roomIds: [...roomIds] }; // The copy drops the spare capacity of the parsed array.
      this.lists.set(userId, list);
      return list;
    }
  }

  private versionNeeded(userId: number, atLeast = 0): number {
    return Math.max(atLeast, this.listVersions.get(userId) ?? 0);
  }

  private follow(users: readonly RoomsChanged[], change: (roomIds: readonly string[]) => readonly string[]): void {
    for (const { id, roomsVersion } of users) {
      this.listVersions.set(id, Math.max(roomsVersion, this.listVersions.get(id) ?? 0));
      const list = this.lists.get(id);
      if (!list || list.version >= roomsVersion) continue;
      if (list.version === roomsVersion - 1) {
        this.lists.set(id, { version: roomsVersion, roomIds: change(list.roomIds) });
      } else {
        this.lists.delete(id); // A change in between was missed: the next lookup reads the list again.
      }
    }
  }
}

const key = (userId: number, roomId: string): string => `${String(userId)}:${roomId}`;

const without = (roomId: string, roomIds: readonly string[]): string[] => roomIds.filter((id) => id !== roomId);
