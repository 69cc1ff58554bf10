import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { WHOLE_ROOM } from '../messages/mentions/mention.entity.js';
import { jsonFromStored } from '../../platform/database/stored-text.js';

/** The number of rows that are in memory at once. */
const PAGE = 500;

interface Row {
  readonly key: string | number;
  readonly item: unknown;
}

/** A timestamp as ISO 8601 text, in SQL. */
const time = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const ACCOUNT = `
  SELECT json_build_object(
    'id', id, 'username', username, 'first_name', first_name, 'last_name', last_name, 'email', email,
    'is_active', is_active, 'has_password', password_hash IS NOT NULL,
    'password_set_at', ${time('password_set_at')}, 'created_at', ${time('created_at')},
    'last_seen_at', ${time('last_seen_at')}, 'tokens_valid_after', ${time('tokens_valid_after')},
    'deleted_at', ${time('deleted_at')}, 'add_policy', add_policy, 'avatar', avatar, 'status', status, 'custom', custom,
    'is_bot', is_bot, 'role', role, 'notify_level', notify_level, 'do_not_disturb', do_not_disturb) AS item
  FROM users WHERE id = $1`;

/** Previews that the user has not removed, without the keys that sign the addresses of their pictures. */
const LINK_PREVIEWS = `
  SELECT coalesce(json_agg(json_build_object('url', p -> 'url', 'title', p -> 'title', 'description', p -> 'description',
    'site', p -> 'site', 'image_upload_id', p #> '{picture,id}')), '[]')
  FROM json_array_elements(m.link_previews::json) p WHERE p -> 'removed' IS NULL`;

const ATTACHMENTS = `
  SELECT coalesce(json_agg(json_build_object(
    'id', a.id, 'media_url', a.media_url, 'media_type', a.media_type, 'mime_type', a.mime_type,
    'file_size', a.file_size, 'caption', a.caption, 'metadata', a.metadata) ORDER BY a.position), '[]')
  FROM attachments a WHERE a.room_id = m.room_id AND a.message_id = m.id`;

const POLL = `
  SELECT json_build_object('options', p.options::json, 'multiple', p.is_multiple, 'anonymous', p.is_anonymous,
    'closes_at', ${time('p.closes_at')}, 'closed_at', ${time('p.closed_at')})
  FROM polls p WHERE p.room_id = m.room_id AND p.message_id = m.id`;

const OF_MESSAGE = 'FROM mentions n WHERE n.room_id = m.room_id AND n.message_id = m.id';
const MENTIONS = `
  SELECT coalesce(json_agg(n.user_id ORDER BY n.user_id), '[]') ${OF_MESSAGE} AND n.user_id <> ${String(WHOLE_ROOM)}`;
const ROOM_MENTION = `SELECT ${OF_MESSAGE} AND n.user_id = ${String(WHOLE_ROOM)}`;

/**
 * The data of a user, `$1`, in all tables, by their name in the export. The columns of an `item` are listed explicitly,
 * so that hashes and columns of later versions are not exported until they are named here. No list of rooms contains
 * all in which something of the user is left, so each statement about rooms asks every part of a distributed database.
 */
const LISTS = {
  log_ins: `SELECT family AS key, json_build_object(
      'id', family, 'created_at', ${time('created_at')}, 'device', device, 'address', address,
      'refreshed_at', ${time('refreshed_at')}, 'active_at', ${time('active_at')}, 'expires_at', ${time('expires_at')}, 'revoked_at', ${time('revoked_at')}) AS item
    FROM refresh_tokens WHERE user_id = $1`,
  provider_accounts: `SELECT md5(issuer || ' ' || subject)::uuid AS key, json_build_object(
      'issuer', issuer, 'subject', subject, 'created_at', ${time('created_at')},
      'logged_out_at', ${time('logged_out_at')},
      'log_ins', (SELECT coalesce(json_agg(json_build_object('id', l.family, 'sid', l.sid) ORDER BY l.family), '[]')
        FROM provider_log_ins l WHERE l.issuer = a.issuer AND l.subject = a.subject)) AS item
    FROM provider_accounts a WHERE user_id = $1`,
  second_factors: `SELECT user_id AS key, json_build_object(
      'created_at', ${time('created_at')}, 'confirmed_at', ${time('confirmed_at')},
      'recovery_codes', (SELECT count(*)::int FROM recovery_codes c WHERE c.user_id = f.user_id)) AS item
    FROM second_factors f WHERE user_id = $1`,
  api_keys: `SELECT id AS key, json_build_object(
      'id', id, 'name', name, 'prefix', prefix, 'scopes', scopes, 'created_at', ${time('created_at')},
      'expires_at', ${time('expires_at')}, 'revoked_at', ${time('revoked_at')},
      'last_used_at', ${time('last_used_at')}) AS item
    FROM api_keys WHERE user_id = $1`,
  sessions: `SELECT id AS key, json_build_object('id', id, 'log_in', log_in, 'device', device,
      'connected_at', ${time('connected_at')}, 'last_seen_at', ${time('seen_at')}) AS item
    FROM sessions WHERE user_id = $1`,
  past_sessions: `SELECT id AS key, json_build_object('id', id, 'device', device,
      'opened_at', ${time('opened_at')}, 'closed_at', ${time('closed_at')}, 'close_code', close_code,
      'close_reason', close_reason) AS item
    FROM past_sessions WHERE user_id = $1`,
  syncs: `SELECT id AS key, json_build_object(
      'session_id', session_id, 'synced_at', ${time('synced_at')}, 'rooms', rooms) AS item
    FROM sync_records WHERE user_id = $1`,
  rooms: `SELECT m.room_id AS key, json_build_object(
      'id', m.room_id, 'type', r.type, 'name', r.name, 'is_creator', r.creator_id IS NOT DISTINCT FROM m.user_id,
      'role', m.role, 'permissions', m.permissions, 'joined_at', ${time('m.joined_at')}, 'joined_seq', m.joined_seq,
      'delivered_seq', m.delivered_seq, 'read_seq', m.read_seq, 'history_seq', m.history_seq,
      'favourite', m.is_favourite, 'archived_seq', m.archived_seq, 'marked_unread_seq', m.marked_unread_seq,
      'notify_level', m.notify_level, 'muted_until', ${time('m.muted_until')}) AS item
    FROM room_members m JOIN rooms r ON r.id = m.room_id WHERE m.user_id = $1`,
  past_rooms: `SELECT md5(room_id::text || joined_seq)::uuid AS key, json_build_object(
      'id', room_id, 'joined_at', ${time('joined_at')}, 'left_at', ${time('left_at')}, 'joined_seq', joined_seq,
      'left_seq', left_seq, 'delivered_seq', delivered_seq, 'read_seq', read_seq) AS item
    FROM past_memberships WHERE user_id = $1`,
  room_notices: `SELECT md5(room_id::text || seq)::uuid AS key, json_build_object(
      'room_id', room_id, 'seq', seq, 'kind', kind, 'by_user_id', actor_id, 'to_user', user_ids @> ARRAY[$1::int],
      'name', name, 'created_at', ${time('created_at')}) AS item
    FROM room_notices WHERE actor_id = $1 OR user_ids @> ARRAY[$1::int]`,
  deleted_chats: `SELECT id AS key, json_build_object('id', id, 'deleted_seq', hidden_seq) AS item
    FROM rooms WHERE hidden_user_id = $1`,
  private_changes: `SELECT seq AS key, json_build_object(
      'seq', seq, 'kind', kind, 'key', key, 'created_at', ${time('created_at')}) AS item
    FROM private_changes WHERE user_id = $1`,
  blocked_users: `SELECT md5(blocked_id::text)::uuid AS key, json_build_object('user_id', blocked_id, 'blocked_at', ${time('blocked_at')}) AS item
    FROM user_blocks WHERE blocker_id = $1`,
  reports_made: `SELECT id AS key, json_build_object(
      'id', id, 'user_id', subject_id, 'room_id', room_id, 'message_id', message_id, 'reason', reason,
      'comment', comment, 'state', state, 'created_at', ${time('created_at')}) AS item
    FROM reports WHERE reporter_id = $1`,
  reports_about: `SELECT id AS key, json_build_object(
      'id', id, 'room_id', room_id, 'message_id', message_id, 'reason', reason, 'seen', seen, 'state', state,
      'action', action, 'created_at', ${time('created_at')}, 'resolved_at', ${time('resolved_at')}) AS item
    FROM reports WHERE subject_id = $1`,
  saved_messages: `SELECT message_id AS key, json_build_object(
      'message_id', message_id, 'room_id', room_id, 'saved_at', ${time('saved_at')},
      'remind_at', ${time('remind_at')}) AS item
    FROM saved_messages WHERE user_id = $1`,
  scheduled_messages: `SELECT id AS key, json_build_object(
      'id', id, 'room_id', room_id, 'content', body::json -> 'content', 'extra_fields', body::json -> 'extra_fields',
      'refused_at', ${time('refused_at')}, 'refused', refusal::json, 'notification_id', notification_id,
      'send_at', ${time('send_at')}, 'created_at', ${time('created_at')}, 'updated_at', ${time('updated_at')}) AS item
    FROM scheduled_messages WHERE user_id = $1`,
  join_requests: `SELECT room_id AS key, json_build_object(
      'room_id', room_id, 'created_at', ${time('created_at')}) AS item
    FROM join_requests WHERE user_id = $1`,
  invitations: `SELECT id AS key, json_build_object(
      'id', id, 'room_id', room_id, 'invited_by', inviter_id, 'created_at', ${time('created_at')}) AS item
    FROM room_invitations WHERE user_id = $1`,
  left_rooms: `SELECT room_id AS key, json_build_object('room_id', room_id) AS item
    FROM room_departures WHERE user_id = $1`,
  restrictions: `SELECT room_id AS key, json_build_object(
      'room_id', room_id, 'kind', kind, 'until', ${time('until')}, 'reason', reason, 'by_user_id', by_id,
      'created_at', ${time('created_at')}) AS item
    FROM room_restrictions WHERE user_id = $1`,
  contacted_strangers: `SELECT md5(c.key)::uuid AS key, json_build_object(
      'user_id', c.key::int, 'at', ${time('to_timestamp(c.value::float8)')}) AS item
    FROM stranger_contacts s, jsonb_each(s.contacts) c WHERE s.user_id = $1`,
  messages: `SELECT m.id AS key, json_build_object(
      'id', m.id, 'room_id', m.room_id, 'seq', m.seq, 'content', m.content, 'parent_message_id', m.parent_id,
      'is_forwarded', m.is_forwarded, 'forwarded_from_id', m.forwarded_from_id, 'is_edited', m.is_edited,
      'is_deleted', m.is_deleted, 'client_message_id', m.client_message_id, 'created_at', ${time('m.created_at')},
      'updated_at', ${time('m.updated_at')}, 'edited_at', ${time('m.edited_at')}, 'kind', coalesce(m.kind, 'text'),
      'metadata', coalesce(m.metadata::json, '{}'), 'is_silent', m.is_silent IS TRUE,
      'mentions', CASE WHEN m.has_mentions THEN (${MENTIONS}) ELSE '[]' END,
      'thread_id', m.thread_id, 'also_to_room', m.also_to_room IS TRUE,
      'mention_room', m.has_mentions IS TRUE AND EXISTS (${ROOM_MENTION}),
      'link_previews', CASE WHEN m.link_previews IS NULL THEN '[]' ELSE (${LINK_PREVIEWS}) END,
      'poll', CASE WHEN m.has_poll THEN (${POLL}) END, 'attachments', (${ATTACHMENTS})) AS item
    FROM messages m WHERE m.sender_id = $1`,
  files: `SELECT id AS key, json_build_object(
      'id', id, 'kind', kind, 'room_id', room_id, 'message_id', message_id, 'state', state, 'filename', filename,
      'mime_type', mime_type, 'bytes', coalesce(served_bytes, bytes), 'sha256', sha256, 'width', width, 'height', height, 'duration', duration,
      'signature', signature, 'created_at', ${time('created_at')}, 'expires_at', ${time('expires_at')}) AS item
    FROM uploads WHERE user_id = $1 AND state <> 'removing'`,
  deleted_messages: `SELECT message_id AS key, json_build_object(
      'id', message_id, 'room_id', room_id, 'seq', seq, 'client_message_id', client_message_id,
      'created_at', ${time('created_at')}) AS item
    FROM message_deletions WHERE sender_id = $1`,
  reactions: `SELECT message_id AS key, json_build_object(
      'message_id', message_id, 'room_id', room_id, 'reaction_content', content,
      'created_at', ${time('created_at')}) AS item
    FROM reactions WHERE user_id = $1`,
  poll_votes: `SELECT message_id AS key, json_build_object(
      'message_id', message_id, 'room_id', room_id, 'options', json_agg(option ORDER BY option),
      'voted_at', ${time('max(voted_at)')}) AS item
    FROM poll_votes WHERE user_id = $1 GROUP BY message_id, room_id`,
  pins: `SELECT id AS key, json_build_object('message_id', id, 'room_id', room_id, 'pinned_at', ${time('pinned_at')}) AS item
    FROM messages WHERE pinned_seq IS NOT NULL AND pinned_by = $1`,
  mentions: `SELECT message_id AS key, json_build_object('message_id', message_id, 'room_id', room_id, 'seq', seq) AS item
    FROM mentions WHERE user_id = $1`,
  threads: `SELECT thread_id AS key, json_build_object(
      'thread_id', thread_id, 'room_id', room_id, 'following', is_following, 'read_seq', read_seq) AS item
    FROM thread_members WHERE user_id = $1`,
  drafts: `SELECT place_id AS key, json_build_object(
      'room_id', room_id, 'thread_id', nullif(place_id, room_id), 'content', content,
      'updated_at', ${time('updated_at')}) AS item
    FROM drafts WHERE user_id = $1`,
  held_messages: `SELECT message_id AS key, json_build_object(
      'message_id', message_id, 'room_id', room_id, 'is_edit', is_edit, 'client_message_id', client_message_id,
      'content', body::json -> 'content', 'extra_fields', body::json -> 'extra_fields',
      'held_at', ${time('held_at')}, 'held_until', ${time('held_until')}) AS item
    FROM held_messages WHERE user_id = $1`,
  receipts: `SELECT message_id AS key, json_build_object('message_id', message_id, 'room_id', room_id,
      'delivered_at', ${time('delivered_at')}, 'read_at', ${time('read_at')}) AS item
    FROM receipts WHERE user_id = $1`,
  notifications: `SELECT id AS key, json_build_object(
      'id', id, 'type', notification_type, 'room_id', room_id, 'message_id', message_id, 'by_user_id', actor_id,
      'created_at', ${time('created_at')}) AS item
    FROM notifications WHERE user_id = $1`,
  push_subscriptions: `SELECT id AS key, json_build_object(
      'id', id, 'host', host, 'created_at', ${time('created_at')}, 'confirmed_at', ${time('confirmed_at')},
      'last_ok_at', ${time('last_ok_at')}) AS item
    FROM push_subscriptions WHERE user_id = $1`,
  pushes: `SELECT id AS key, json_build_object(
      'id', id, 'message_id', message_id, 'room_id', room_id, 'seq', seq, 'state', state, 'reason', reason,
      'created_at', ${time('created_at')}, 'done_at', ${time('done_at')}) AS item
    FROM pushes WHERE user_id = $1`,
  audit: `SELECT id AS key, json_build_object(
      'id', id, 'at', ${time('at')}, 'by_user_id', actor_id, 'by_key_id', api_key_id, 'action', action, 'room_id', room_id,
      'to_user_id', subject_id, 'details', details - 'operator', 'address', address, 'session_id', session_id) AS item
    FROM audit_entries LEFT JOIN audit_origins o ON o.entry_id = id AND o.user_id = $1 WHERE actor_id = $1 OR subject_id = $1`,
};

export type ListName = keyof typeof LISTS;

/** The exported lists, in this order. */
export const listNames = Object.keys(LISTS) as ListName[];

/** The lists with numeric keys; the keys of the others are UUIDs. */
const NUMBERED: ReadonlySet<ListName> = new Set<ListName>([
  'audit',
  'private_changes',
  'pushes',
  'second_factors',
  'syncs',
]);

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Reads the data of one user from all tables that refer to users. Raw SQL, because the columns are listed by table. */
@Injectable()
export class UserExportRepository {
  constructor(private readonly source: DataSource) {}

  async account(userId: number): Promise<unknown> {
    const [row] = await this.source.query<[{ item: unknown }]>(ACCOUNT, [userId]);
    return jsonFromStored(row.item);
  }

  /**
   * The items of a list, page by page. Each page is its own snapshot: a transaction over all pages would block an
   * embedded database, which has only one connection.
   */
  async *pages(userId: number, name: ListName): AsyncGenerator<readonly unknown[]> {
    const statement = `SELECT * FROM (${LISTS[name]}) list WHERE key > $2 ORDER BY key LIMIT ${String(PAGE)}`;
    let after: Row['key'] = NUMBERED.has(name) ? 0 : BEFORE_ALL;
    for (;;) {
      const rows: Row[] = await this.source.query<Row[]>(statement, [userId, after]);
      if (rows.length > 0) yield rows.map(({ item }) => jsonFromStored(item));
      if (rows.length < PAGE) return;
      after = rows.at(-1)?.key ?? after;
    }
  }
}
