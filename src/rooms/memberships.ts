import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import { Hub, roomGroup } from '@parley/realtime/hub';
import type { Group } from '@parley/realtime/hub';
import { GroupsOf } from '@parley/realtime/inbound';
import { LRUCache } from 'lru-cache';

import { MembershipsRepository } from './memberships.repository.js';
import type { Seat } from './seat.js';

/** That users entered a room: the committed change, as every node must hear it. */
export interface Entered {
  readonly roomId: string;
  /** With the version that each user's list of rooms has since. */
  readonly users: readonly { readonly id: number; readonly roomsVersion: number }[];
}

const ENTERED = 'rooms.entered';
const SEATS_REMEMBERED = 200_000;
const USERS_REMEMBERED = 100_000;

/**
 * Who sits where, remembered by this node.
 *
 * What is remembered may be old, and whoever relies on it says which version it rests on: a list of rooms is good
 * if it has the version that the user's row has; a seat is good for a write if the room still has its version when
 * the write locks it.
 */
@Injectable()
export class Memberships extends GroupsOf {
  private readonly seats = new LRUCache<string, Seat>({ max: SEATS_REMEMBERED });
  private readonly lists = new LRUCache<number, { version: number; roomIds: Set<string> }>({ max: USERS_REMEMBERED });

  constructor(
    private readonly repository: MembershipsRepository,
    private readonly hub: Hub,
  ) {
    super();
    this.hub.onNodes(ENTERED, (payload) => {
      this.apply(payload as Entered);
    });
  }

  /**
   * The user's seat, as remembered; for what will be checked again where it is written.
   * @throws Refusal 4004 where there is no such room, and where the user is no member of it: the two read alike
   */
  async seat(userId: number, roomId: string): Promise<Seat> {
    return this.seats.get(key(userId, roomId)) ?? (await this.seatNow(userId, roomId));
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
    let list = this.lists.get(userId);
    if (!list || list.version < roomsVersion) {
      const { version, roomIds } = await this.repository.roomsOf(userId);
      list = { version, roomIds: new Set(roomIds) };
      this.lists.set(userId, list);
    }
    return [...list.roomIds].map(roomGroup);
  }

  /** To be called once the change has committed: every node remembers it, so that nobody has to look it up. */
  entered(change: Entered): void {
    this.hub.tellNodes(ENTERED, change);
  }

  private apply({ roomId, users }: Entered): void {
    for (const { id, roomsVersion } of users) {
      const list = this.lists.get(id);
      if (!list || list.version >= roomsVersion) continue;
      if (list.version === roomsVersion - 1) {
        list.roomIds.add(roomId);
        list.version = roomsVersion;
      } else {
        this.lists.delete(id); // Something between was missed: the next to ask reads it anew.
      }
    }
  }
}

const key = (userId: number, roomId: string): string => `${String(userId)}:${roomId}`;
