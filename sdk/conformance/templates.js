/**
 * Long objects of the wire, of which a scenario writes only what it is about: `{"$message": {"seq": 6}}`.
 *
 * @typedef {Readonly<Record<string, unknown>>} Fields
 * @typedef {Pick<ReadonlyMap<string, unknown>, 'has' | 'get'>} Kept what earlier steps have kept, by its name
 */

const TIME = '2026-01-01T00:00:00.000Z';
/** What a request may have had. */
const ANY = { request_id: '1', data: { content: 'hello', client_message_id: '01980000-0000-4000-8000-000000000001' } };
const ROOM = '01980000-0000-7000-8000-00000000000a';

const BOB = {
  id: 2,
  username: 'bob',
  first_name: 'Bob',
  last_name: '',
  avatar: null,
  status: null,
  is_bot: false,
};

/** @param {unknown} seq of a message of room A */
const idOf = (seq) => `01980000-0000-7000-8000-${String(seq).padStart(12, '0')}`;

/** @param {Fields} fields */
const message = (fields) => ({
  id: idOf(fields.seq),
  room: { id: ROOM },
  sender: BOB,
  content: `message ${String(fields.seq)}`,
  is_deleted: false,
  is_edited: false,
  is_forwarded: false,
  forwarded_from: null,
  parent_message: null,
  delivered_to: [],
  read_receipts: [],
  reactions: [],
  attachments: [],
  created_at: TIME,
  updated_at: TIME,
  client_message_id: null,
  kind: 'text',
  metadata: {},
  edited_at: null,
  mentions: [],
  mention_room: false,
  pinned: null,
  thread: null,
  also_to_room: false,
  thread_summary: null,
  poll: null,
  link_previews: [],
  ...fields,
});

/** @param {Fields} fields */
const room = (fields) => ({
  type: 'GroupChat',
  id: ROOM,
  created_at: TIME,
  updated_at: TIME,
  property: { preferences: {} },
  member_count: 2,
  last_seq: 1,
  reactions: 'one',
  name: 'Engines',
  description: '',
  avatar: null,
  creator: BOB,
  participants: [BOB],
  admins: [BOB],
  max_participants: 100,
  join_approval_required: false,
  group_locked: false,
  slow_mode_seconds: 0,
  message_ttl_seconds: null,
  max_message_length: null,
  media_allowed: true,
  ...fields,
});

/** The `meta` of a first frame. @param {Fields} fields */
const meta = (fields) => ({
  session_id: '01980000-0000-7000-8000-0000000000ff',
  epoch: 'first',
  heartbeat_seconds: 30,
  limits: { max_frame_bytes: 65_536 },
  total: 0,
  truncated: false,
  unread: {},
  unread_mentions: {},
  invitations: 0,
  private_seq: 0,
  ...fields,
});

/** One room of a page of a sync. @param {Fields} fields */
const synced = (fields) => ({ room_id: ROOM, reset: false, room: null, messages: [], marks: [], ...fields });

/** A live message. @param {Fields} fields */
const live = (fields) => ({
  eventType: 'message.dispatch',
  room_id: ROOM,
  seq: fields.seq,
  data: message(fields),
});

/** Many messages of a length. @param {Fields} fields */
const messages = ({ from, to, length }) =>
  Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => {
    const seq = Number(from) + at;
    return message({ seq, content: String(seq).padEnd(Number(length), '.') });
  });

/** @type {Readonly<Record<string, (fields: Fields) => object>>} */
const TEMPLATES = {
  $message: message,
  $messages: messages,
  $live: live,
  $roomObject: room,
  $meta: meta,
  $synced: synced,
  $user: (fields) => ({ ...BOB, ...fields }),
};

/**
 * A value of a scenario as it is meant: with the templates filled in, `$room` as the id of room A, and `$name.path` as a
 * part of the frame that an earlier step has kept under this name.
 * @param {unknown} value @param {Kept} kept @returns {unknown}
 */
export function expanded(value, kept) {
  if (typeof value === 'string') return textOf(value, kept);
  if (Array.isArray(value)) return value.map((item) => expanded(item, kept));
  if (typeof value !== 'object' || value === null) return value;
  /** @type {[string, unknown][]} */
  const entries = Object.entries(value);
  for (const [name, fields] of entries.slice(0, 1)) {
    const template = entries.length === 1 ? TEMPLATES[name] : undefined;
    if (template) return template(/** @type {Fields} */ (expanded(fields, kept)));
  }
  return Object.fromEntries(entries.map(([key, item]) => [key === '$room' ? ROOM : key, expanded(item, kept)]));
}

/**
 * The frames that steps send, with any id in place of what an earlier step keeps.
 * @param {readonly import('./play.js').Step[]} steps
 * @returns {{ eventType?: string, error?: unknown, status?: string }[]}
 */
export function framesOf(steps) {
  const anything = { has: () => true, get: () => ANY };
  return steps
    .filter((step) => step.server === 'sends' && step.frame)
    .map((step) => /** @type {{ eventType?: string }} */ (expanded(step.frame, anything)));
}

/** @param {string} text @param {Kept} kept @returns {unknown} */
function textOf(text, kept) {
  if (text === '$room') return ROOM;
  if (text.startsWith('$id:')) return idOf(text.slice('$id:'.length));
  if (!text.startsWith('$')) return text;
  const [name = '', ...path] = text.slice(1).split('.');
  if (!kept.has(name)) throw new Error(`No earlier step has kept "${name}"`);
  return path.reduce((part, key) => /** @type {Record<string, unknown>} */ (part)[key], kept.get(name));
}
