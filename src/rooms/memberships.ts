import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import { Hub, roomGroup } from '@parley/realtime/hub';
import type { Group } from '@parley/realtime/hub';
import { ConnectionGroups } from '@parley/realtime/requests';
import { LRUCache } from 'lru-cache';

import { MembershipsRepository } from './memberships.repository.js';
import type { Seat } from './seat.js';

/** A user whose list of rooms has changed, and the version that it has since. */
export interface RoomsChanged {
  readonly id: number;
  readonly roomsVersion: number;
}

/** That users entered a room, or left it: the committed change, as every node must hear it. */
export interface Moved {
  readonly roomId: string;
  readonly users: readonly RoomsChanged[];
}

interface AccessChanged {
  readonly roomId: string;
  readonly version: number;
}

/** A plain list of ids: there are as many as users, and most are in few rooms. */
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
 * Who sits where, remembered by this node.
 *
 * What is remembered may be old, and whoever relies on it says which version it rests on: a list of rooms is good
 * if it has the version that the user's row has; a seat is good for a write if the room still has its version when
 * the write locks it.
 */
@Injectable()
export class Memberships extends ConnectionGroups {
  private readonly seats = new LRUCache<string, Seat>({ max: SEATS_REMEMBERED });
  private readonly lists = new LRUCache<number, RoomList>({ max: USERS_REMEMBERED });
  /** The latest versions that were heard of, of lists and of rooms: what is older is not used. */
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
   * The user's seat, as remembered; for what will be checked again where it is written.
   * @throws Refusal 4004 where there is no such room, and where the user is no member of it: the two read alike
   */
  async seat(userId: number, roomId: string): Promise<Seat> {
    const seat = this.seats.get(key(userId, roomId));
    const known = seat && seat.room.version >= (this.roomVersions.get(roomId) ?? 0);
    return known ? seat : this.seatNow(userId, roomId);
  }

  /**
   * The user's seat, as the database has it now.
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

  /** To be called once the change has committed: every node remembers it, so that nobody has to look it up. */
  entered(change: Moved): void {
    this.hub.publishToNodes(ENTERED, change);
  }

  /** As {@link entered}. */
  left(change: Moved): void {
    this.hub.publishToNodes(LEFT, change);
  }

  /** As {@link entered}: seats of an older version are looked up anew. */
  accessChanged(roomId: string, version: number): void {
    this.hub.publishToNodes(ACCESS, { roomId, version });
  }

  /** What this node does when it hears of it, from another node or by a signal that reaches every node. */
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

  /** These users are out, as is found in the log of the room before anybody has told it. */
  forgetSeats(roomId: string, userIds: readonly number[]): void {
    for (const id of userIds) this.seats.delete(key(id, roomId));
  }

  /** As {@link followEntered}. */
  followAccess({ roomId, version }: AccessChanged): void {
    this.roomVersions.set(roomId, Math.max(version, this.roomVersions.get(roomId) ?? 0));
  }

  /** Where a change is heard of while the list is read, it is read anew. */
  private async read(userId: number): Promise<RoomList> {
    for (let heard = this.versionNeeded(userId); ; heard = this.versionNeeded(userId)) {
      const { version, roomIds } = await this.repository.roomsOf(userId);
      if (version < this.versionNeeded(userId) && this.versionNeeded(userId) > heard) continue;
      const list = { version, roomIds: [...roomIds] }; // As it was parsed it may have room for many more.
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
        this.lists.delete(id); // Something between was missed: the next to ask reads it anew.
      }
    }
  }
}

const key = (userId: number, roomId: string): string => `${String(userId)}:${roomId}`;

const without = (roomId: string, roomIds: readonly string[]): string[] => roomIds.filter((id) => id !== roomId);
