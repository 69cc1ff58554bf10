import type {
  InvitationPage,
  JoinRequest,
  MemberRoles,
  Room,
  RoomInvitation,
  RoomNotice,
  RoomWithoutMembers,
  ServerEvent,
  User,
} from '@parley/protocol';

/** The number of a change in the room's log; undefined if nothing changed and only the requester gets the frame. */
type Seq = number | undefined;

interface Place {
  readonly room_id: string;
  readonly seq?: number;
  readonly notice?: RoomNotice;
  readonly meta?: { readonly changed: false };
}

const place = (roomId: string, seq: Seq, notice?: RoomNotice): Place =>
  seq === undefined
    ? { room_id: roomId, meta: { changed: false } }
    : { room_id: roomId, seq, ...(notice && { notice }) };

export const roomCreated = (room: Room, seq: number, notice?: RoomNotice): ServerEvent<'roomcreate.dispatch'> => ({
  eventType: 'roomcreate.dispatch',
  data: room,
  ...place(room.id, seq, notice),
});

export const roomUpdated = (
  room: Room | RoomWithoutMembers,
  seq: Seq,
  notice?: RoomNotice,
): ServerEvent<'roomupdate.dispatch'> => ({
  eventType: 'roomupdate.dispatch',
  data: room,
  ...place(room.id, seq, notice),
});

export const roomDeleted = (roomId: string, seq: Seq): ServerEvent<'roomdelete.dispatch'> => ({
  eventType: 'roomdelete.dispatch',
  data: { room_id: roomId },
  ...place(roomId, seq),
});

/** Users who became members, or are members no longer. */
export interface ChangedMembers {
  readonly userIds: readonly number[];
  /** Of as many of them as a dispatch lists, as they were at the time of the change. */
  readonly usernames: readonly string[];
  /** A username, or `self`. */
  readonly by: string;
}

/** The bytes of JSON that the usernames of a dispatch may take. */
const NAMES_BYTES = 65_536;
const COMMA = 1;

/** @param by a username, or `self` */
export function changedMembers(users: readonly Pick<User, 'id' | 'username'>[], by: string): ChangedMembers {
  return { userIds: users.map(({ id }) => id), usernames: listedOf(users).map(({ username }) => username), by };
}

/** As many of these users as a dispatch lists. */
export function listedOf<Listed extends Pick<User, 'username'>>(users: readonly Listed[]): readonly Listed[] {
  let space = NAMES_BYTES;
  const end = users.findIndex(({ username }) => {
    space -= Buffer.byteLength(JSON.stringify(username)) + COMMA;
    return space < 0;
  });
  return end < 0 ? users : users.slice(0, end);
}

/** One change that adds members, removes others and gives roles. */
export interface MembersChange {
  readonly added: ChangedMembers;
  readonly removed: ChangedMembers;
  /** By username, of as many as a dispatch lists. */
  readonly roles: MemberRoles;
}

export const membersAdded = (
  room: Room,
  { userIds, usernames, by }: ChangedMembers,
  seq: Seq,
  notice?: RoomNotice,
): ServerEvent<'roomaddmembers.dispatch'> => ({
  eventType: 'roomaddmembers.dispatch',
  data: { room, new_members: usernames, added_by: by, ...countUnlessListed(userIds, usernames) },
  ...place(room.id, seq, notice),
});

export const membersRemoved = (
  room: Room,
  { userIds, usernames, by }: ChangedMembers,
  seq: Seq,
  notice?: RoomNotice,
): ServerEvent<'roomremovemembers.dispatch'> => ({
  eventType: 'roomremovemembers.dispatch',
  data: { room, removed_members: usernames, removed_by: by, ...countUnlessListed(userIds, usernames) },
  ...place(room.id, seq, notice),
});

/** In the frame of its first part that is not empty: clients know what each does to the room. */
export function membersChanged(
  room: Room,
  { added, removed, roles }: MembersChange,
  seq: number,
  notice?: RoomNotice,
): ServerEvent<'roomaddmembers.dispatch' | 'roomremovemembers.dispatch' | 'roomupdate.dispatch'> {
  const withRoles = Object.keys(roles).length > 0 ? { roles } : {};
  if (added.userIds.length === 0) {
    if (removed.userIds.length === 0) return roomUpdated(room, seq, notice);
    const frame = membersRemoved(room, removed, seq, notice);
    return { ...frame, data: { ...frame.data, ...withRoles } };
  }
  const frame = membersAdded(room, added, seq, notice);
  const { length: count } = removed.userIds;
  const withRemoved = count > 0 ? { removed_members: removed.usernames } : {};
  const withCount = removed.usernames.length < count ? { removed_count: count } : {};
  return { ...frame, data: { ...frame.data, ...withRemoved, ...withCount, ...withRoles } };
}

const countUnlessListed = ({ length: count }: readonly number[], listed: readonly string[]) =>
  listed.length < count ? { count } : {};

export const roomLeft = (room: Room, message: string, seq: number): ServerEvent<'roomexit.dispatch'> => ({
  eventType: 'roomexit.dispatch',
  data: { room, message },
  ...place(room.id, seq),
});

export const entryRequested = (
  roomId: string,
  user: User,
  status: JoinRequest['status'],
): ServerEvent<'joinrequest.dispatch'> => ({
  eventType: 'joinrequest.dispatch',
  data: { room_id: roomId, user, status },
  room_id: roomId,
});

/** To the invited user. */
export const invited = (invitation: RoomInvitation): ServerEvent<'roominvite.dispatch'> => ({
  eventType: 'roominvite.dispatch',
  data: invitation,
  room_id: invitation.room_id,
});

/** To the user who made or ended the invitations; without any, nothing has changed. */
export const invitedUsers = (
  roomId: string,
  invitations: readonly RoomInvitation[],
): ServerEvent<'roominvite.dispatch'> => ({
  eventType: 'roominvite.dispatch',
  data: invitations,
  room_id: roomId,
  ...(invitations.length === 0 && { meta: { changed: false } }),
});

export const inviteAnswered = (invitation: RoomInvitation): ServerEvent<'roomanswerinvite.dispatch'> => ({
  eventType: 'roomanswerinvite.dispatch',
  data: invitation,
  room_id: invitation.room_id,
});

export const pendingInvites = (page: InvitationPage, truncated: boolean): ServerEvent<'roominvites.dispatch'> => ({
  eventType: 'roominvites.dispatch',
  data: page,
  ...(truncated && { meta: { truncated } }),
});
