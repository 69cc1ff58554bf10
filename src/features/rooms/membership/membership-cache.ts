import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import { Hub, roomGroup } from '@parley/realtime/hub';
import type { Group } from '@parley/realtime/hub';
import { ConnectionGroups, isWithin, requireWithin } from '@parley/realtime/requests';
import type { LimitedToRooms } from '@parley/realtime/requests';
import { LRUCache } from 'lru-cache';

import { mostEntries } from '../../../platform/collections/most-entries.js';
import { DatabaseHistory } from '../../../platform/database/history/database-history.js';
import { MembershipsRepository } from './memberships.repository.js';
import { membershipFor } from './membership.js';
import type { Membership, MemberUser } from './membership.js';

/** A user whose list of rooms has changed, with the new version of the list. */
export interface UserRoomsChange {
  readonly id: number;
  readonly roomsVersion: number;
}

/** Users joined or left a room: the committed change, which every node must receive. */
export interface MembershipChange {
  readonly roomId: string;
  readonly users: readonly UserRoomsChange[];
}

/** Whose memberships are read, by a token that may be limited to rooms. */
export interface RoomUser extends LimitedToRooms {
  readonly user: MemberUser;
}

interface AccessChange {
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
const MAX_MEMBERSHIPS = 200_000;
const MAX_USERS = 100_000;
const MAX_ROOMS = 100_000;

/**
 * This node's cache of memberships.
 *
 * Entries may be stale, so each carries a version that its user checks: a list of rooms is valid if it has the version
 * of the user's row; a membership is valid for a write if the room still has the same version when the write locks it.
 */
@Injectable()
export class MembershipCache extends ConnectionGroups {
  private readonly memberships = new LRUCache<string, Membership>(mostEntries(MAX_MEMBERSHIPS));
  private readonly lists = new LRUCache<number, RoomList>(mostEntries(MAX_USERS));
  /** The latest known versions of lists and of rooms: older entries are not used. */
  private readonly listVersions = new LRUCache<number, number>(mostEntries(MAX_USERS));
  private readonly roomVersions = new LRUCache<string, number>(mostEntries(MAX_ROOMS));

  constructor(
    private readonly repository: MembershipsRepository,
    private readonly hub: Hub,
    history: DatabaseHistory,
  ) {
    super();
    history.onEpoch(() => this.forget());
    this.hub.subscribe(ENTERED, (payload) => this.applyEntered(payload as MembershipChange));
    this.hub.subscribe(LEFT, (payload) => this.applyLeft(payload as MembershipChange));
    this.hub.subscribe(ACCESS, (payload) => this.applyAccess(payload as AccessChange));
  }

  /**
   * The user's membership from the cache; for changes that the write checks again.
   * @throws Refusal 4004 if there is no such room, the user is not a member, or the token is not for the room: these cannot
   *   be distinguished
   */
  async find(actor: RoomUser, roomId: string): Promise<Membership> {
    requireWithin(actor, roomId);
    const { user } = actor;
    const membership = this.memberships.get(key(user.id, roomId));
    const known = membership && membership.room.version >= (this.roomVersions.get(roomId) ?? 0);
    return known ? membershipFor(user, membership) : this.refresh(actor, roomId);
  }

  /** The ids of the rooms that the user leads, from the database. */
  async ledBy(actor: RoomUser): Promise<string[]> {
    const led = actor.user.is_guest === true ? [] : await this.repository.ledBy(actor.user.id);
    return led.filter((roomId) => isWithin(actor, roomId));
  }

  /**
   * The user's membership from the database.
   * @throws Refusal 4004 as {@link membership}
   */
  async refresh(actor: RoomUser, roomId: string): Promise<Membership> {
    requireWithin(actor, roomId);
    const { user } = actor;
    const membership = await this.repository.find(user.id, roomId);
    if (!membership) {
      this.memberships.delete(key(user.id, roomId));
      throw notFound('No such room.');
    }
    this.memberships.set(key(user.id, roomId), membership);
    return membershipFor(user, membership);
  }

  override async groupsOf(userId: number, roomsVersion: number): Promise<readonly Group[]> {
    const known = this.lists.get(userId);
    const list = known && known.version >= this.versionNeeded(userId, roomsVersion) ? known : await this.read(userId);
    return list.roomIds.map(roomGroup);
  }

  /** To be called after the commit: every node updates its cache, so that no lookup is needed. */
  publishEntered(change: MembershipChange): void {
    this.hub.publishToNodes(ENTERED, change);
  }

  /** As {@link publishEntered}. */
  publishLeft(change: MembershipChange): void {
    this.hub.publishToNodes(LEFT, change);
  }

  /** As {@link publishEntered}: memberships of an older version are looked up again. */
  publishAccess(roomId: string, version: number): void {
    this.hub.publishToNodes(ACCESS, { roomId, version });
  }

  /** Applies the change on this node, when it arrives from another node or as a signal. */
  applyEntered({ roomId, users }: MembershipChange): void {
    this.updateLists(users, (roomIds) => [...without(roomId, roomIds), roomId]);
  }

  /** As {@link applyEntered}. */
  applyLeft({ roomId, users }: MembershipChange): void {
    this.evict(
      roomId,
      users.map(({ id }) => id),
    );
    this.updateLists(users, (roomIds) => without(roomId, roomIds));
  }

  /** Drops the memberships of users whose removal was found in the room's change log before any notification of it. */
  evict(roomId: string, userIds: readonly number[]): void {
    for (const id of userIds) this.memberships.delete(key(id, roomId));
  }

  /** As {@link applyEntered}. */
  applyAccess({ roomId, version }: AccessChange): void {
    this.roomVersions.set(roomId, Math.max(version, this.roomVersions.get(roomId) ?? 0));
  }

  /** Versions of a lost change may be those of another change. */
  private forget(): void {
    for (const cache of [this.memberships, this.lists, this.listVersions, this.roomVersions]) cache.clear();
  }

  /** Reads the list again if a change of it arrives during the read. */
  private async read(userId: number): Promise<RoomList> {
    for (let known = this.versionNeeded(userId); ; known = this.versionNeeded(userId)) {
      const { version, roomIds } = await this.repository.roomsOf(userId);
      if (version < this.versionNeeded(userId) && this.versionNeeded(userId) > known) continue;
      const list = { version, roomIds: [...roomIds] }; // The copy drops the spare capacity of the parsed array.
      this.lists.set(userId, list);
      return list;
    }
  }

  private versionNeeded(userId: number, atLeast = 0): number {
    return Math.max(atLeast, this.listVersions.get(userId) ?? 0);
  }

  private updateLists(
    users: readonly UserRoomsChange[],
    change: (roomIds: readonly string[]) => readonly string[],
  ): void {
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
