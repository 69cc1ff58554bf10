import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound } from '@parley/protocol';
import type { User } from '@parley/protocol';

import { MembersRepository } from '../../rooms/membership/members.repository.js';
import type { Member } from '../../rooms/membership/members.repository.js';
import type { Role } from '../../rooms/membership/membership.js';
import { RoomChanges } from '../../rooms/room-changes.js';
import { RoomDirectory } from '../../rooms/room-directory.js';
import type { LockedRoom } from '../../rooms/rooms.repository.js';
import { RoomTypes } from '../../rooms/types/room-types.js';
import { usersById } from '../../users/user.rows.js';
import { refuseCap } from './caps.js';
import { ChangeProductMembers } from './change-product-members.js';
import type { BackendChange, MembersPlan } from './change-product-members.js';
import { ExternalIdsRepository } from './external-ids.repository.js';
import { namedUsers } from './named-users.js';
import { MOST_MEMBERS, toProductRoom } from './product-room.js';
import type { NamedMembers, ProductRoom, RoomsBackend } from './product-room.js';

/** What a change of members has done. */
export interface ChangedMembership {
  readonly room: ProductRoom;
  /** How many users are new members, are members no longer, and have another role. */
  readonly added: number;
  readonly removed: number;
  readonly roles: number;
}

/** Adds, removes and promotes members of the rooms of a product. */
@Injectable()
export class ProvisionMembers {
  constructor(
    private readonly externalIds: ExternalIdsRepository,
    private readonly changes: RoomChanges,
    private readonly members: MembersRepository,
    private readonly change: ChangeProductMembers,
    private readonly types: RoomTypes,
    private readonly directory: RoomDirectory,
  ) {}

  /**
   * Members who are added and others who are removed again change nothing.
   * @throws Refusal 4003, 4004, 4005
   */
  async apply(by: RoomsBackend, externalId: string, named: NamedMembers): Promise<ChangedMembership> {
    const ids = new Set([...named.add, ...named.remove, ...named.roles.keys()]);
    if (ids.size > MOST_MEMBERS) throw invalid(`Must name at most ${String(MOST_MEMBERS)} users.`);
    if (named.add.some((id) => named.remove.includes(id))) throw invalid({ remove: ['Must name others than add.'] });
    const roomId = await this.externalIds.roomId(externalId);
    if (roomId === undefined) throw notFound('No such room.');
    const idOf = await namedUsers(this.externalIds, ids);
    const result = await this.changes
      .byAuthority(by.authority, { action: 'rooms.manage' }, roomId, async (change) => {
        if (!change) throw notFound('No such room.');
        if (change.room.type === 'OneToOneChat') throw invalid('A OneToOneChat keeps its two members.');
        const roles = new Map([...named.roles].map(([id, role]) => [idOf(id), role]));
        const plan = await this.plan(change, named.add.map(idOf), named.remove.map(idOf), roles);
        await this.change.apply(change, plan, await this.makerOf(change, by));
        const room = toProductRoom(await this.directory.room(change.work, roomId), externalId);
        return { room, added: plan.entering.length, removed: plan.leaving.length, roles: plan.roles.size };
      })
      .catch(refuseCap);
    return result;
  }

  /**
   * Makes these users all members of a room, but for the creator, who stays.
   * @throws Refusal 4005 also for more than 1,000 who would enter and leave
   */
  async bring(change: BackendChange, by: RoomsBackend, userIds: readonly number[]): Promise<void> {
    const { work, roomId, room } = change;
    const wanted = [...new Set(userIds)];
    const there = await this.members.membersAmong(work.manager, roomId, wanted);
    const entering = wanted.filter((id) => !there.has(id));
    const staying = room.creatorId === null ? wanted : [...wanted, room.creatorId];
    const leaving = await this.members.idsBesides(work.manager, roomId, staying, MOST_MEMBERS + 1);
    if (entering.length + leaving.length > MOST_MEMBERS) {
      throw conflict(`More than ${String(MOST_MEMBERS)} members would change: change them in parts.`);
    }
    await this.change.apply(change, { entering, leaving, roles: new Map() }, await this.makerOf(change, by));
  }

  /** The user of the key, whom the members see. */
  async makerOf({ work }: BackendChange, { userId }: RoomsBackend): Promise<User | undefined> {
    return userId === undefined ? undefined : (await usersById(work.manager, [userId])).get(userId);
  }

  private async plan(
    { work, roomId, room }: BackendChange,
    add: readonly number[],
    remove: readonly number[],
    roles: ReadonlyMap<number, Role>,
  ): Promise<MembersPlan> {
    const there = await this.members.membersAmong(work.manager, roomId, [...add, ...remove, ...roles.keys()]);
    const entering = [...new Set(add)].filter((id) => !there.has(id));
    const leaving = [...new Set(remove)].filter((id) => there.has(id));
    this.checkRoles(room, roles, { there, entering, leaving });
    const changed = [...roles].filter(([id, role]) => (there.get(id)?.role ?? 'member') !== role);
    return { entering, leaving, roles: new Map(changed) };
  }

  /** @throws Refusal 4003 for a role that the type of the room does not have, or of who is no member; 4005 for that of the creator */
  private checkRoles(
    room: LockedRoom,
    roles: ReadonlyMap<number, Role>,
    { there, entering, leaving }: Omit<MembersPlan, 'roles'> & { readonly there: ReadonlyMap<number, Member> },
  ): void {
    const { leader } = this.types.named(room.type);
    const other = [...roles.values()].find((role) => role !== 'member' && role !== leader);
    if (other !== undefined) throw invalid({ roles: [`A ${room.type} has no role ${other}.`] });
    const [newcomers, gone] = [new Set(entering), new Set(leaving)];
    const isMember = (id: number): boolean => newcomers.has(id) || (there.has(id) && !gone.has(id));
    const others = [...roles.keys()].filter((id) => !isMember(id)).length;
    if (others > 0) throw invalid({ roles: [`${String(others)} of the users would not be members.`] });
    const ofCreator = room.creatorId === null ? undefined : roles.get(room.creatorId);
    if (ofCreator !== undefined && ofCreator !== leader) throw conflict('Nobody changes the role of the creator.');
  }
}
