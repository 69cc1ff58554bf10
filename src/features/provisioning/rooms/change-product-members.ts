import { Injectable } from '@nestjs/common';
import { conflict } from '@parley/protocol';
import type { User } from '@parley/protocol';

import { toEach } from '../../audit/audited-act.js';
import { ConsentRepository } from '../../rooms/consent/consent.repository.js';
import { ChangeMembers, SELF } from '../../rooms/membership/change-members.js';
import type { Addition, Removal, RoleChange } from '../../rooms/membership/change-members.js';
import { MembersRepository } from '../../rooms/membership/members.repository.js';
import type { Role } from '../../rooms/membership/membership.js';
import type { RoomChange } from '../../rooms/room-changes.js';
import { operatorGrant } from '../../rooms/room.policy.js';
import { usersById } from '../../users/user.rows.js';

/** What one change does to the members of a room. A user is in at most one of the first two. */
export interface MembersPlan {
  /** Users who are not members. */
  readonly entering: readonly number[];
  readonly leaving: readonly number[];
  /** The new roles of members, and of those who enter. */
  readonly roles: ReadonlyMap<number, Role>;
}

/** The change of a room by a backend. */
export type BackendChange = RoomChange<undefined>;

/** Changes the members of a room by its backend: all or nothing, in one numbered change. */
@Injectable()
export class ChangeProductMembers {
  constructor(
    private readonly members: MembersRepository,
    private readonly consent: ConsentRepository,
    private readonly changes: ChangeMembers,
  ) {}

  /**
   * @param maker the user of the key, whom the change names
   * @throws Refusal 4004 with the number of those who are not active, 4005 for who is banned, for a guest who would lead
   *   the room, for a room that would be full or without members; 4029 if a user is a member of too many rooms
   */
  async apply(change: BackendChange, plan: MembersPlan, maker: User | undefined): Promise<void> {
    const { work } = change;
    const { entering, leaving } = plan;
    if (entering.length + leaving.length + plan.roles.size === 0) return;
    await this.members.lockUsers(work.manager, [...entering, ...leaving]);
    await this.requireMembers(change, plan);
    const newcomers = new Set(entering);
    const staying = [...plan.roles.keys()].filter((id) => !newcomers.has(id));
    const users = await usersById(work.manager, [...leaving, ...staying]);
    const addition = await this.addition(change, plan, maker);
    const removal = removalOf(
      change,
      leaving.flatMap((id) => users.get(id) ?? []),
      maker,
    );
    const roles = rolesOf(
      change,
      staying.flatMap((id) => users.get(id) ?? []),
      plan.roles,
    );
    requireMembersAsLeaders([...(addition?.consenting.users ?? []), ...users.values()], plan.roles);
    await this.changes.apply(change, {
      addition,
      removal,
      roles,
      by: maker?.username ?? SELF,
      actor: maker ?? addition?.consenting.users[0] ?? removal?.users[0],
      audited: [
        ...toEach(entering, { action: 'room.add_members' }),
        ...toEach(leaving, { action: 'room.remove_members' }),
        ...[...plan.roles].map(([subjectId, role]) => ({ action: 'room.set_role', subjectId, details: { role } })),
      ],
      origin: undefined,
    });
  }

  /** A room ends with its last member: no backend does that by the way. */
  private async requireMembers({ work, roomId }: BackendChange, { entering, leaving }: MembersPlan): Promise<void> {
    if (leaving.length === 0 || entering.length > 0) return;
    const count = await this.members.count(work.manager, roomId);
    if (count === leaving.length) throw conflict('A room keeps at least one member.');
  }

  private async addition(
    { work, roomId }: BackendChange,
    { entering, roles }: MembersPlan,
    maker: User | undefined,
  ): Promise<Addition | undefined> {
    if (entering.length === 0) return undefined;
    const grant = operatorGrant<'room.add_members'>(roomId);
    return {
      grant,
      consenting: await this.consent.lockProvisioned(work.manager, grant, entering),
      kind: maker ? 'added' : 'joined',
      field: undefined,
      refuse: conflict,
      roles,
    };
  }
}

const removalOf = ({ roomId }: BackendChange, users: readonly User[], maker: User | undefined): Removal | undefined =>
  users.length === 0
    ? undefined
    : {
        grant: operatorGrant<'room.remove_members'>(roomId),
        users,
        farewell: (name) => (maker ? `${maker.username} removed you from ${name}.` : `You were removed from ${name}.`),
        areLeaving: false,
      };

const rolesOf = (
  { roomId }: BackendChange,
  users: readonly User[],
  roles: MembersPlan['roles'],
): RoleChange | undefined =>
  users.length === 0
    ? undefined
    : {
        grant: operatorGrant<'room.assign_role'>(roomId),
        users: users.map((user) => ({ user, role: roles.get(user.id) ?? 'member' })),
      };

/** @throws Refusal 4005 */
function requireMembersAsLeaders(users: readonly User[], roles: MembersPlan['roles']): void {
  if (users.some(({ id, is_guest: isGuest }) => isGuest === true && (roles.get(id) ?? 'member') !== 'member')) {
    throw conflict('A guest cannot lead a room.');
  }
}
