import type { Kind } from './source-rows.js';
import { throughOf } from './source-tables.repository.js';
import type { SourceTables } from './source-tables.repository.js';

/** The statements on the source. Ids of users have any size here; the import checks whether they can be kept. */
export type SourceStatements = ReturnType<typeof sourceStatements>;

/** A text column, with an empty text in place of an unexpected null. */
const text = (column: string): string => `coalesce(${column}, '') AS ${column}`;

export const sourceStatements = (from: SourceTables) => ({
  counts: `SELECT ${Object.entries(countsOf(from))
    .map(([kind, count]) => `(${count})::int AS ${kind}`)
    .join(', ')}`,
  users: `
    SELECT id::float8 AS id, ${text('username')}, ${text('password')}, ${text('first_name')}, ${text('last_name')},
      nullif(email, '') AS email, coalesce(is_active, false) AS is_active, coalesce(date_joined, now()) AS date_joined
    FROM ${from.users} u ORDER BY u.id`,
  rooms: roomsOf(from),
  members: membersOf(from),
  permissions: from.hasPermissions
    ? `SELECT object_pk AS room_id, user_id::float8, codename AS permission ${PERMISSIONS}
      AND object_pk = ANY ($1::text[])`
    : undefined,
  messages: `
    SELECT m.id, t.into_id AS room_id, m.sender_id::float8, ${text('content')},
      coalesce(m.is_deleted, false) AS is_deleted, coalesce(m.is_edited, false) AS is_edited,
      coalesce(m.is_forwarded, false) OR m.forwarded_from_id IS NOT NULL AS is_forwarded,
      EXISTS (SELECT FROM ${from.attachment} a WHERE a.message_id = m.id) AS has_media,
      m.created_at, coalesce(m.updated_at, m.created_at) AS updated_at
    FROM ${from.message} m JOIN unnest($1::uuid[], $2::uuid[]) AS t (room_id, into_id) ON t.room_id = m.room_id
    ORDER BY t.into_id, m.created_at, m.id`,
  attachments: `
    SELECT id, message_id, ${text('media_url')}, ${text('media_type')}, ${text('mime_type')},
      greatest(coalesce(file_size, 0), 0)::float8 AS file_size, ${text('caption')}, metadata
    FROM ${from.attachment} WHERE message_id = ANY ($1) ORDER BY message_id, id`,
  reactions: `
    SELECT id, message_id, user_id::float8, coalesce(reaction_content, '') AS content, created_at
    FROM ${from.reaction} WHERE message_id = ANY ($1) ORDER BY message_id, created_at, id`,
  receipts: `
    SELECT message_id, user_id::float8, NULL::timestamptz AS read_at, false AS is_read
    FROM ${throughOf(from.message, 'delivered_to')} WHERE message_id = ANY ($1)
    UNION ALL
    SELECT message_id, reader_id::float8, read_at, true FROM ${from.read} WHERE message_id = ANY ($1)`,
  notifications: `
    SELECT n.id, n.message_id, r.user_id::float8, n.notification_type AS type
    FROM ${from.notification} n
    JOIN ${throughOf(from.notification, 'recipients')} r ON r.chatnotification_id = n.id
    WHERE n.message_id = ANY ($1) ORDER BY n.id`,
  links: `
    SELECT id, parent_message_id AS parent_id, forwarded_from_id FROM ${from.message}
    WHERE parent_message_id IS NOT NULL OR forwarded_from_id IS NOT NULL`,
  orphans: orphansOf(from),
});

/** The permissions that the source knows. */
const PERMISSIONS = `
  FROM guardian_userobjectpermission o JOIN auth_permission p ON p.id = o.permission_id
  WHERE p.codename IN ('can_add_new_participants', 'can_remove_participants', 'can_add_new_subscribers',
    'can_remove_subscribers', 'can_send_messages')`;

const countsOf = (from: SourceTables): Record<Kind, string> => ({
  users: `SELECT count(*) FROM ${from.users}`,
  rooms: `SELECT count(*) FROM ${from.room}`,
  members: `SELECT (SELECT count(*) FROM ${throughOf(from.pair, 'participants')})
    + (SELECT count(*) FROM ${throughOf(from.group, 'participants')})
    + (SELECT count(*) FROM ${throughOf(from.channel, 'subscribers')})`,
  permissions: from.hasPermissions ? `SELECT count(*) ${PERMISSIONS}` : 'SELECT 0',
  messages: `SELECT count(*) FROM ${from.message}`,
  replies: `SELECT count(parent_message_id) FROM ${from.message}`,
  forwards: `SELECT count(forwarded_from_id) FROM ${from.message}`,
  attachments: `SELECT count(*) FROM ${from.attachment}`,
  reactions: `SELECT count(*) FROM ${from.reaction}`,
  delivered: `SELECT count(*) FROM ${throughOf(from.message, 'delivered_to')}`,
  read: `SELECT count(*) FROM ${from.read}`,
  notifications: `SELECT count(*) FROM ${throughOf(from.notification, 'recipients')}`,
});

/** Merges one-to-one chats of the same two users into the oldest. A chat without exactly two users is not merged. */
const roomsOf = (from: SourceTables): string => `
  WITH pair AS (
    SELECT onetoonechat_id AS id, array_agg(user_id ORDER BY user_id)::text AS users
    FROM ${throughOf(from.pair, 'participants')} GROUP BY 1 HAVING count(*) = 2
  ), kept AS (
    SELECT r.id, r.created_at, first_value(r.id) OVER (
      PARTITION BY coalesce(pair.users, r.id::text) ORDER BY r.created_at, r.id) AS kept_id
    FROM ${from.room} r LEFT JOIN pair USING (id)
  ), twins AS (
    SELECT kept_id, array_agg(id ORDER BY created_at, id) FILTER (WHERE id <> kept_id) AS ids FROM kept GROUP BY 1
  )
  SELECT r.id, coalesce(twins.ids, '{}') AS twin_ids,
    CASE WHEN o.room_ptr_id IS NOT NULL THEN 'OneToOneChat' WHEN g.room_ptr_id IS NOT NULL THEN 'GroupChat'
      WHEN c.room_ptr_id IS NOT NULL THEN 'Channel' END AS type,
    coalesce(g.name, c.name, '') AS name, coalesce(g.description, c.description, '') AS description,
    nullif(coalesce(g.avatar, c.avatar), '') AS avatar, coalesce(g.creator_id, c.creator_id)::float8 AS creator_id,
    coalesce(g.max_participants, c.max_subscribers)::float8 AS max_members,
    coalesce(g.join_approval_required, false) AS join_approval_required,
    coalesce(g.group_locked, false) AS group_locked, coalesce(c.is_public, false) AS is_public,
    ${from.preferences} AS preferences, r.created_at, r.updated_at
  FROM twins JOIN ${from.room} r ON r.id = twins.kept_id
  LEFT JOIN ${from.pair} o ON o.room_ptr_id = r.id
  LEFT JOIN ${from.group} g ON g.room_ptr_id = r.id
  LEFT JOIN ${from.channel} c ON c.room_ptr_id = r.id
  ORDER BY r.created_at, r.id`;

const membersOf = (from: SourceTables): string => {
  const led = (table: string, model: string, members: string, leaders: string): string => `
    SELECT m.${model}_id AS room_id, m.user_id::float8, m.id AS place, EXISTS (
      SELECT FROM ${throughOf(table, leaders)} l WHERE l.${model}_id = m.${model}_id AND l.user_id = m.user_id
    ) AS is_leader
    FROM ${throughOf(table, members)} m WHERE m.${model}_id = ANY ($1)`;
  return `
    SELECT room_id, user_id, is_leader FROM (
      SELECT onetoonechat_id AS room_id, user_id::float8, id AS place, false AS is_leader
      FROM ${throughOf(from.pair, 'participants')} WHERE onetoonechat_id = ANY ($1)
      UNION ALL ${led(from.group, 'groupchat', 'participants', 'admins')}
      UNION ALL ${led(from.channel, 'channel', 'subscribers', 'moderators')}
    ) participants ORDER BY room_id, place`;
};

const orphansOf = (from: SourceTables): string => {
  const lost = (
    kind: Kind,
    table: string,
    owner = from.message,
    id = 'p.id',
    key = 'message_id',
    ownKey = 'id',
  ): string => `
    SELECT '${kind}' AS kind, ${id}::text AS id FROM ${table} p
    WHERE NOT EXISTS (SELECT FROM ${owner} o WHERE o.${ownKey} = p.${key})`;
  const participants = (table: string, model: string, field: string): string =>
    lost('members', throughOf(table, field), table, `p.${model}_id || ':' || p.user_id`, `${model}_id`, 'room_ptr_id');
  return [
    participants(from.pair, 'onetoonechat', 'participants'),
    participants(from.group, 'groupchat', 'participants'),
    participants(from.channel, 'channel', 'subscribers'),
    ...(from.hasPermissions
      ? [
          `SELECT 'permissions', o.object_pk || ':' || o.user_id ${PERMISSIONS}
           AND NOT EXISTS (SELECT FROM ${from.room} r WHERE r.id::text = o.object_pk)`,
        ]
      : []),
    lost('messages', from.message, from.room, 'p.id', 'room_id'),
    lost('attachments', from.attachment),
    lost('reactions', from.reaction),
    lost('delivered', throughOf(from.message, 'delivered_to')),
    lost('read', from.read),
    `SELECT 'notifications', r.id::text FROM ${throughOf(from.notification, 'recipients')} r
     LEFT JOIN ${from.notification} n ON n.id = r.chatnotification_id
     LEFT JOIN ${from.message} m ON m.id = n.message_id WHERE m.id IS NULL`,
  ].join(' UNION ALL ');
};
