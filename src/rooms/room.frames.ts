import type {
  InvitationPage,
  JoinRequest,
  Room,
  RoomInvitation,
  RoomWithoutMembers,
  ServerEvent,
  User,
} from '@parley/protocol';

/** The number of a change in the room's log; undefined if nothing changed and only the requester gets the frame. */
type Seq = number | undefined;

interface Place {
  readonly room_id: string;
  readonly seq?: number;
  readonly meta?: { readonly changed: false };
}

const place = (roomId: string, seq: Seq): Place =>
  seq === undefined ? { room_id: roomId, meta: { changed: false } } : { room_id: roomId, seq };

export const roomCreated = (room: Room, seq: number): ServerEvent<'roomcreate.dispatch'> => ({
  eventType: 'roomcreate.dispatch',
  data: room,
  ...place(room.id, seq),
});

export const roomUpdated = (room: Room | RoomWithoutMembers, seq: Seq): ServerEvent<'roomupdate.dispatch'> => ({
  eventType: 'roomupdate.dispatch',
  data: room,
  ...place(room.id, seq),
});

export const roomDeleted = (roomId: string, seq: Seq): ServerEvent<'roomdelete.dispatch'> => ({
  eventType: 'roomdelete.dispatch',
  data: { room_id: roomId },
  ...place(roomId, seq),
});

/** @param by a username, or `self` */
export const membersAdded = (
  room: Room,
  usernames: readonly string[],
  by: string,
  seq: Seq,
): ServerEvent<'roomaddmembers.dispatch'> => ({
  eventType: 'roomaddmembers.dispatch',
  data: { room, new_members: usernames, added_by: by },
  ...place(room.id, seq),
});

/** @param by a username, or `self` */
export const membersRemoved = (
  room: Room,
  usernames: readonly string[],
  by: string,
  seq: Seq,
): ServerEvent<'roomremovemembers.dispatch'> => ({
  eventType: 'roomremovemembers.dispatch',
  data: { room, removed_members: usernames, removed_by: by },
  ...place(room.id, seq),
});

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
