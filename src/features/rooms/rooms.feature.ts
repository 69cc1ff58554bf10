import type { Feature } from '../../platform/feature/feature.js';
import { isoTime, rowsOf } from '../../platform/feature/personal-data.js';
import { RoomChangeRow } from './change-log/room-change.entity.js';
import { RoomDeparture, RoomInvitationRow, StrangerContactsRow } from './consent/consent.entity.js';
import { Epoch, EpochRoom } from './epochs/epoch.entity.js';
import { PastMembership } from './membership/past-membership.entity.js';
import { JoinRequest, RoomMember } from './membership/room-member.entity.js';
import { RoomNoticeRow } from './notices/room-notice.entity.js';
import { RoomRestrictionRow } from './restrictions/room-restriction.entity.js';
import { RoomExternalId } from './product/room-external-id.entity.js';
import { Room, RoomPair } from './room.entity.js';

/** What happened stays, without the user. */
const LEAVE_NOTICES = `UPDATE room_notices SET actor_id = nullif(actor_id, $1), user_ids = array_remove(user_ids, $1)
       WHERE actor_id = $1 OR user_ids @> ARRAY[$1::int]`;

export const roomsFeature: Feature = {
  entities: [
    RoomChangeRow,
    RoomDeparture,
    RoomInvitationRow,
    StrangerContactsRow,
    Epoch,
    EpochRoom,
    PastMembership,
    JoinRequest,
    RoomMember,
    RoomNoticeRow,
    RoomRestrictionRow,
    Room,
    RoomExternalId,
    RoomPair,
  ],
  personalData: {
    exported: {
      rooms: `SELECT m.room_id AS key, json_build_object(
      'id', m.room_id, 'type', r.type, 'name', r.name, 'is_creator', r.creator_id IS NOT DISTINCT FROM m.user_id,
      'role', m.role, 'permissions', m.permissions, 'joined_at', ${isoTime('m.joined_at')}, 'joined_seq', m.joined_seq,
      'delivered_seq', m.delivered_seq, 'read_seq', m.read_seq, 'history_seq', m.history_seq,
      'favourite', m.is_favourite, 'archived_seq', m.archived_seq, 'marked_unread_seq', m.marked_unread_seq,
      'notify_level', m.notify_level, 'muted_until', ${isoTime('m.muted_until')}) AS item
    FROM room_members m JOIN rooms r ON r.id = m.room_id WHERE m.user_id = $1`,
      product_rooms: `SELECT e.room_id AS key, json_build_object(
      'room_id', e.room_id, 'external_id', e.external_id) AS item
    FROM user_rooms own JOIN room_external_ids e ON e.room_id = own.room_id WHERE own.user_id = $1`,
      past_rooms: `SELECT md5(room_id::text || joined_seq)::uuid AS key, json_build_object(
      'id', room_id, 'joined_at', ${isoTime('joined_at')}, 'left_at', ${isoTime('left_at')}, 'joined_seq', joined_seq,
      'left_seq', left_seq, 'delivered_seq', delivered_seq, 'read_seq', read_seq) AS item
    FROM past_memberships WHERE user_id = $1`,
      room_notices: `SELECT md5(room_id::text || seq)::uuid AS key, json_build_object(
      'room_id', room_id, 'seq', seq, 'kind', kind, 'by_user_id', actor_id, 'to_user', user_ids @> ARRAY[$1::int],
      'name', name, 'created_at', ${isoTime('created_at')}) AS item
    FROM room_notices WHERE actor_id = $1 OR user_ids @> ARRAY[$1::int]`,
      deleted_chats: `SELECT id AS key, json_build_object('id', id, 'deleted_seq', hidden_seq) AS item
    FROM rooms WHERE hidden_user_id = $1`,
      join_requests: `SELECT room_id AS key, json_build_object(
      'room_id', room_id, 'created_at', ${isoTime('created_at')}) AS item
    FROM join_requests WHERE user_id = $1`,
      invitations: `SELECT id AS key, json_build_object(
      'id', id, 'room_id', room_id, 'invited_by', inviter_id, 'created_at', ${isoTime('created_at')}) AS item
    FROM room_invitations WHERE user_id = $1`,
      left_rooms: `SELECT room_id AS key, json_build_object('room_id', room_id) AS item
    FROM room_departures WHERE user_id = $1`,
      restrictions: `SELECT room_id AS key, json_build_object(
      'room_id', room_id, 'kind', kind, 'until', ${isoTime('until')}, 'reason', reason, 'by_user_id', by_id,
      'created_at', ${isoTime('created_at')}) AS item
    FROM room_restrictions WHERE user_id = $1`,
      contacted_strangers: `SELECT md5(c.key)::uuid AS key, json_build_object(
      'user_id', c.key::int, 'at', ${isoTime('to_timestamp(c.value::float8)')}) AS item
    FROM stranger_contacts s, jsonb_each(s.contacts) c WHERE s.user_id = $1`,
    },
    removed: [
      rowsOf('join_requests', 'join_requests'),
      rowsOf('past_memberships'),
      rowsOf('room_invitations'),
      rowsOf('room_departures'),
      rowsOf('room_restrictions'),
      rowsOf('stranger_contacts'),
      { statement: LEAVE_NOTICES },
    ],
    notRemoved: {
      'room_invitations.inviter_id': 'invitations of others stay: the id names the placeholder',
      'room_members.user_id': 'the deletion of a user ends the memberships',
      'room_restrictions.by_id': 'restrictions of others stay: the id names the placeholder',
      'rooms.creator_id': 'the deletion of a user gives the rooms to other members',
      'rooms.hidden_user_id': 'the deletion of a user removes the chats of the user',
    },
    notExported: {
      'room_departures.last_sent_at': 'is the wait of slow mode',
      'room_members.change_seq': 'is only the number of the latest change',
      'room_members.last_sent_at': 'is the wait of slow mode',
      'room_notices.user_count': 'is the number of all users of the change',
      'rooms.*': 'belong to the room and all its members',
      'stranger_contacts.updated_at': 'follows from the times of the contacts',
    },
  },
  module: async () => (await import('./rooms.module.js')).RoomsModule,
};
