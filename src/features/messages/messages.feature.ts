import type { Feature } from '../../platform/feature/feature.js';
import { isoTime, rowsOf } from '../../platform/feature/personal-data.js';
import { Attachment } from './attachments/attachment.entity.js';
import { Reaction } from './changes/reaction.entity.js';
import { ComposerDraftRow } from './drafts/composer-draft.entity.js';
import { HeldMessageRow } from './held/held-message.entity.js';
import { Mention, WHOLE_ROOM } from './mentions/mention.entity.js';
import { Message } from './message.entity.js';
import { PollRow, PollVote } from './polls/poll.entity.js';
import { Receipt } from './receipts/receipt.entity.js';
import { ThreadMember } from './threads/thread-member.entity.js';

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
    'closes_at', ${isoTime('p.closes_at')}, 'closed_at', ${isoTime('p.closed_at')})
  FROM polls p WHERE p.room_id = m.room_id AND p.message_id = m.id`;

const OF_MESSAGE = 'FROM mentions n WHERE n.room_id = m.room_id AND n.message_id = m.id';
const MENTIONS = `
  SELECT coalesce(json_agg(n.user_id ORDER BY n.user_id), '[]') ${OF_MESSAGE} AND n.user_id <> ${String(WHOLE_ROOM)}`;
const ROOM_MENTION = `SELECT ${OF_MESSAGE} AND n.user_id = ${String(WHOLE_ROOM)}`;

/** The reactions in a row `e`. */
const REACTIONS = `
  SELECT 0 AS place, e.content, e.created_at
  UNION ALL SELECT place, each ->> 0, (each ->> 1)::timestamptz
  FROM jsonb_array_elements(e.further) WITH ORDINALITY further (each, place)`;

export const messagesFeature: Feature = {
  entities: [
    Attachment,
    Reaction,
    ComposerDraftRow,
    HeldMessageRow,
    Mention,
    Message,
    PollRow,
    PollVote,
    Receipt,
    ThreadMember,
  ],
  personalData: {
    exported: {
      messages: `SELECT m.id AS key, json_build_object(
      'id', m.id, 'room_id', m.room_id, 'seq', m.seq, 'content', m.content, 'parent_message_id', m.parent_id,
      'is_forwarded', m.is_forwarded, 'forwarded_from_id', m.forwarded_from_id, 'is_edited', m.is_edited,
      'is_deleted', m.is_deleted, 'client_message_id', m.client_message_id, 'created_at', ${isoTime('m.created_at')},
      'updated_at', ${isoTime('m.updated_at')}, 'edited_at', ${isoTime('m.edited_at')}, 'kind', coalesce(m.kind, 'text'),
      'metadata', coalesce(m.metadata::json, '{}'), 'is_silent', m.is_silent IS TRUE,
      'mentions', CASE WHEN m.has_mentions THEN (${MENTIONS}) ELSE '[]' END,
      'thread_id', m.thread_id, 'also_to_room', m.also_to_room IS TRUE,
      'mention_room', m.has_mentions IS TRUE AND EXISTS (${ROOM_MENTION}),
      'link_previews', CASE WHEN m.link_previews IS NULL THEN '[]' ELSE (${LINK_PREVIEWS}) END,
      'poll', CASE WHEN m.has_poll THEN (${POLL}) END, 'attachments', (${ATTACHMENTS})) AS item
    FROM messages m WHERE m.sender_id = $1`,
      reactions: `SELECT e.message_id || lpad(made.place::text, 3, '0') AS key, json_build_object(
      'message_id', e.message_id, 'room_id', e.room_id, 'reaction_content', made.content,
      'created_at', ${isoTime('made.created_at')}) AS item
    FROM reactions e CROSS JOIN LATERAL (${REACTIONS}) made WHERE e.user_id = $1`,
      poll_votes: `SELECT message_id AS key, json_build_object(
      'message_id', message_id, 'room_id', room_id, 'options', json_agg(option ORDER BY option),
      'voted_at', ${isoTime('max(voted_at)')}) AS item
    FROM poll_votes WHERE user_id = $1 GROUP BY message_id, room_id`,
      mentions: `SELECT message_id AS key, json_build_object('message_id', message_id, 'room_id', room_id, 'seq', seq) AS item
    FROM mentions WHERE user_id = $1`,
      threads: `SELECT thread_id AS key, json_build_object(
      'thread_id', thread_id, 'room_id', room_id, 'following', is_following, 'read_seq', read_seq) AS item
    FROM thread_members WHERE user_id = $1`,
      drafts: `SELECT place_id AS key, json_build_object(
      'room_id', room_id, 'thread_id', nullif(place_id, room_id), 'content', content,
      'updated_at', ${isoTime('updated_at')}) AS item
    FROM drafts WHERE user_id = $1`,
      held_messages: `SELECT message_id AS key, json_build_object(
      'message_id', message_id, 'room_id', room_id, 'is_edit', is_edit, 'client_message_id', client_message_id,
      'content', body::json -> 'content', 'extra_fields', body::json -> 'extra_fields',
      'held_at', ${isoTime('held_at')}, 'held_until', ${isoTime('held_until')}) AS item
    FROM held_messages WHERE user_id = $1`,
      receipts: `SELECT message_id AS key, json_build_object('message_id', message_id, 'room_id', room_id,
      'delivered_at', ${isoTime('delivered_at')}, 'read_at', ${isoTime('read_at')}) AS item
    FROM receipts WHERE user_id = $1`,
    },
    removed: [
      rowsOf('reactions', 'reactions'),
      rowsOf('poll_votes', 'poll_votes'),
      rowsOf('receipts', 'receipts'),
      rowsOf('mentions', 'mentions'),
      rowsOf('drafts'),
      rowsOf('held_messages'),
    ],
    notRemoved: {
      'messages.sender_id': 'messages stay with the placeholder; an erasure has removed them before',
      'thread_members.user_id': 'is removed with the membership of the room',
    },
    notExported: {
      'messages.change_seq': 'is only the number of the latest change',
      'messages.expires_at': 'follows from the settings of the room',
      'messages.has_replies': 'follows from the replies',
      'message_deletions.change_seq': 'is only the number of the deletion',
    },
  },
  module: async () => (await import('./messages.module.js')).MessagesModule,
};
