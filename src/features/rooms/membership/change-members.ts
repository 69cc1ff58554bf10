import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { Refusal, User } from '@parley/protocol';
import type { RequestOrigin } from '@parley/realtime/requests';

import { EndRoom } from '../acts/end-room.js';
import { roomChangeTypes, toChangeRecord } from '../change-log/change-record.js';
import type { ChangeRecord } from '../change-log/change-record.js';
import { RoomLog } from '../change-log/room-log.js';
import type { ConsentingUsers } from '../consent/consent.repository.js';
import type { NewNotice } from '../notices/notice.view.js';
import type { MemberAdditionAction } from '../room-actions.js';
import type { ChangeByUser, NoticedNumber, RoomChange } from '../room-changes.js';
import { RoomDirectory } from '../room-directory.js';
import { changedMembers, listedOf, membersChanged, roomLeft } from '../room.frames.js';
import type { MembersChange } from '../room.frames.js';
import type { RoomGrant } from '../room.policy.js';
import { RoomsRepository } from '../rooms.repository.js';
import { RoomTypes } from '../types/room-types.js';
import { MembersRepository } from './members.repository.js';
import type { UserRoomsChange } from './membership-cache.js';
import type { Membership, Role } from './membership.js';

/** In place of a username: the user who joined or left. */
export const SELF = 'self';

/** Users who are not members become members. */
export interface Addition {
  readonly grant: RoomGrant<MemberAdditionAction>;
  readonly consenting: ConsentingUsers;
  /** `joined`: they have asked for it. */
  readonly kind: 'added' | 'joined';
  /** The field of the request that named the users: errors refer to it. Undefined: no field did. */
  readonly field: string | undefined;
  /** Of a room that would be full; by default an invalid request. */
  readonly refuse?: (reason: string) => Refusal;
  /** By the id of the user; the others are members without a role. */
  readonly roles?: ReadonlyMap<number, Role>;
}

/** Members are members no longer. */
export interface Removal {
  readonly grant: RoomGrant<'room.leave' | 'room.remove_members' | 'room.restrict'>;
  readonly users: readonly User[];
  /** The message to the users who leave. */
  readonly farewell: (roomName: string) => string;
  /** Whether they leave by themselves, so that nobody else adds them again. */
  readonly areLeaving: boolean;
}

/** Members, who stay members, get another role. */
export interface RoleChange {
  readonly grant: RoomGrant<'room.assign_role'>;
  readonly users: readonly { readonly user: User; readonly role: Role }[];
}

/** At least one of the first three. */
export interface MembersChangeRequest {
  readonly addition?: Addition | undefined;
  readonly removal?: Removal | undefined;
  readonly roles?: RoleChange | undefined;
  /** A username, or `self`. */
  readonly by: string;
  /** Whom a notice names as its actor if an authority makes the change. Undefined: the user of the change. */
  readonly actor?: User | undefined;
  readonly audited: ChangeByUser['audited'];
  /** Receives the dispatch as its answer. Undefined: the request has an answer of its own. */
  readonly origin: RequestOrigin | undefined;
  /** Whether every node reads the change from the log, as that of a command. */
  readonly isReadFromLog?: boolean;
}

/** A change whose rows are written. */
interface WrittenChange extends NoticedNumber {
  readonly members: MembersChange;
  readonly farewell: string;
  readonly left: readonly UserRoomsChange[] | undefined;
  readonly entered: readonly UserRoomsChange[] | undefined;
  /** Whether nobody is left. */
  readonly isEmpty: boolean;
}

/**
 * Changes the members of an existing room in one numbered change, whoever asks for it. New members receive its
 * dispatches from then on. If the creator leaves, the oldest admin or moderator, else the oldest member, becomes the
 * creator. If no member is left, the room is deleted.
 *
 * A removed user receives no event of the room after `roomexit.dispatch`: the user's connections leave the room before
 * that frame is sent.
 */
@Injectable()
export class ChangeMembers {
  constructor(
    private readonly members: MembersRepository,
    private readonly rooms: RoomsRepository,
    private readonly types: RoomTypes,
    private readonly directory: RoomDirectory,
    private readonly endRoom: EndRoom,
    private readonly log: RoomLog,
  ) {}

  /**
   * A request that adds some and removes others has locked all of them, in the order of their ids.
   * @throws Refusal 4003 if the room is full, 4029 if a user is a member of too many rooms
   */
  async apply(change: RoomChange<Membership | undefined>, request: MembersChangeRequest): Promise<void> {
    const { addition, removal, roles } = request;
    if (addition) await this.checkCap(change, addition, removal?.users.length ?? 0);
    const members = changeOf(request);
    const farewell = removal?.farewell(change.room.name) ?? '';
    const number = await change.takeNumberWithNotice(changed(request, recordOf(members, farewell)), noticeOf(request));
    const { seq } = number;
    const left = removal && (await this.remove(change, removal, seq));
    const entered = addition && (await this.add(change, addition, seq));
    if (roles) await this.setRoles(change, roles, seq);
    const isEmpty = removal !== undefined && !(await this.keepsCreator(change, removal, seq));
    await this.tell(change, request, { ...number, members, farewell, left, entered, isEmpty });
  }

  private async tell(
    change: RoomChange<Membership | undefined>,
    { removal, origin, isReadFromLog = false }: MembersChangeRequest,
    { seq, notice, members, farewell, left, entered, isEmpty }: WrittenChange,
  ): Promise<void> {
    const { work, roomId } = change;
    const joining = entered && { entering: members.added.userIds, entered };
    if (!left && isReadFromLog) {
      await this.log.append(work, { roomId, seq, frame: undefined, ...joining }, origin);
      return;
    }
    const present = await this.directory.room(work, roomId);
    const leaving = { userIds: members.removed.userIds, farewell: roomLeft(present, farewell, seq) };
    if (isEmpty && removal && left) {
      await this.endRoom.withLastMembers(change, { grant: removal.grant, seq, users: left, leaving, origin });
      return;
    }
    const frame = membersChanged(present, members, seq, notice);
    await this.log.append(work, { roomId, seq, frame, ...joining, ...(left && { leaving, left }) }, origin);
  }

  private async checkCap(
    { work: { manager }, roomId, room }: RoomChange<Membership | undefined>,
    { consenting, field, refuse }: Addition,
    leaving: number,
  ): Promise<void> {
    const most = room.maxMembers ?? Infinity;
    const { length: entering } = consenting.users;
    if ((await this.members.count(manager, roomId)) - leaving + entering <= most) return;
    const full = `The room may have at most ${String(most)} members.`;
    throw refuse?.(full) ?? invalid(field === undefined ? full : { [field]: [full] });
  }

  private remove({ work }: RoomChange<Membership | undefined>, removal: Removal, seq: number) {
    const userIds = removal.users.map(({ id }) => id);
    return this.members.remove(work.manager, removal.grant, userIds, seq, removal.areLeaving);
  }

  private add({ work }: RoomChange<Membership | undefined>, { grant, consenting, roles }: Addition, seq: number) {
    return this.members.insert(work.manager, grant, consenting, (id) => roles?.get(id) ?? 'member', seq);
  }

  private async setRoles(
    { work: { manager } }: RoomChange<Membership | undefined>,
    { grant, users }: RoleChange,
    seq: number,
  ): Promise<void> {
    for (const role of new Set(users.map((changed) => changed.role))) {
      const userIds = users.filter((changed) => changed.role === role).map(({ user }) => user.id);
      await this.members.setRole(manager, grant, userIds, role, seq);
    }
  }

  /** Gives the room another creator, if its own has left. @returns false if nobody is left */
  private async keepsCreator(
    { work: { manager }, roomId, room }: RoomChange<Membership | undefined>,
    { grant, users }: Removal,
    seq: number,
  ): Promise<boolean> {
    const successor = await this.members.successor(manager, roomId);
    if (successor === undefined) return false;
    if (room.creatorId === null || !users.some(({ id }) => id === room.creatorId)) return true;
    await this.rooms.setCreator(manager, grant, successor);
    const { leader } = this.types.named(room.type);
    if (leader) await this.members.setRole(manager, grant, [successor], leader, seq);
    return true;
  }
}

function changeOf({ addition, removal, roles, by }: MembersChangeRequest): MembersChange {
  const entering = addition?.consenting.users ?? [];
  const first = entering.flatMap((user) => {
    const role = addition?.roles?.get(user.id) ?? 'member';
    return role === 'member' ? [] : [{ username: user.username, role }];
  });
  const changed = (roles?.users ?? []).map(({ user, role }) => ({ username: user.username, role }));
  return {
    added: changedMembers(entering, by),
    removed: changedMembers(removal?.users ?? [], by),
    roles: Object.fromEntries(listedOf([...first, ...changed]).map(({ username, role }) => [username, role])),
  };
}

const changed = ({ removal, roles, audited }: MembersChangeRequest, changeRecord: ChangeRecord): ChangeByUser => ({
  room: true,
  access: removal !== undefined || roles !== undefined,
  changeRecord,
  audited,
});

function recordOf(members: MembersChange, farewell: string): ChangeRecord {
  const { added, removed } = members;
  const hasRoles = Object.keys(members.roles).length > 0;
  const [adds, removes] = [added, removed].map(({ userIds }) => userIds.length > 0);
  if (adds && !removes && !hasRoles) return toChangeRecord(roomChangeTypes.membersAdded, added);
  if (removes && !adds && !hasRoles) return toChangeRecord(roomChangeTypes.membersRemoved, { ...removed, farewell });
  if (!adds && !removes) return toChangeRecord(roomChangeTypes.updated, { roles: true });
  return toChangeRecord(roomChangeTypes.membersChanged, { ...members, farewell });
}

/** Of the first part that members see among the messages: of new members, else of those who left. */
function noticeOf({ addition, removal, by, actor }: MembersChangeRequest): NewNotice | undefined {
  if (addition) return { kind: addition.kind, users: addition.consenting.users, actor };
  return removal && { kind: by === SELF ? 'left' : 'removed', users: removal.users, actor };
}
