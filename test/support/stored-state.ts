import type { ClientBase } from 'pg';

/**
 * All lasting data, in the order of creation. Of users only the columns that events change, and only those whose list
 * of rooms has ever changed: the template has thousands.
 */
const TABLES = {
  users: 'SELECT id, rooms_version, is_active, deleted_at FROM users WHERE rooms_version > 0 ORDER BY id',
  rooms: 'SELECT * FROM rooms ORDER BY id',
  room_members: 'SELECT * FROM room_members ORDER BY room_id, user_id',
  join_requests: 'SELECT * FROM join_requests ORDER BY room_id, user_id',
  room_departures: 'SELECT * FROM room_departures ORDER BY room_id, user_id',
  held_messages: 'SELECT * FROM held_messages ORDER BY room_id, message_id',
  room_restrictions: 'SELECT * FROM room_restrictions ORDER BY room_id, user_id',
  room_invitations: 'SELECT * FROM room_invitations ORDER BY room_id, user_id',
  messages: 'SELECT * FROM messages ORDER BY id',
  mentions: 'SELECT * FROM mentions ORDER BY message_id, user_id',
  message_deletions: 'SELECT * FROM message_deletions ORDER BY message_id',
  receipts: 'SELECT * FROM receipts ORDER BY message_id, user_id',
  reactions: 'SELECT * FROM reactions ORDER BY message_id, user_id',
  attachments: 'SELECT * FROM attachments ORDER BY message_id, position',
  upload_usage: 'SELECT * FROM upload_usage ORDER BY user_id',
  notifications: 'SELECT * FROM notifications ORDER BY message_id, user_id, actor_id',
  room_changes: 'SELECT * FROM room_changes ORDER BY room_id, seq',
  room_notices: 'SELECT * FROM room_notices ORDER BY room_id, seq',
};

type Table = keyof typeof TABLES;
type Rows = Record<Table, Record<string, unknown>[]>;

/** The stored data in a form that is independent of ids and times, for a comparison of two runs. */
export class StoredState {
  private constructor(private readonly rows: Rows) {}

  static async of(database: ClientBase): Promise<StoredState> {
    const rows: Partial<Rows> = {};
    for (const [table, statement] of Object.entries(TABLES)) {
      rows[table as Table] = (await database.query<Record<string, unknown>>(statement)).rows;
    }
    return new StoredState(rows as Rows);
  }

  /** The memberships: the ids of rooms and their last numbers, by user. */
  memberships(): Map<number, Map<string, number>> {
    const last = new Map(this.rows.rooms.map(({ id, last_seq }) => [id as string, Number(last_seq)]));
    const memberships = new Map<number, Map<string, number>>();
    for (const { user_id, room_id } of this.rows.room_members) {
      const userId = user_id as number;
      const rooms = memberships.get(userId) ?? new Map<string, number>();
      memberships.set(userId, rooms.set(room_id as string, last.get(room_id as string)!));
    }
    return memberships;
  }

  /**
   * Ids are replaced by ordinals, and times by markers.
   * @param since an earlier state: versions of room lists become the number of changes since then
   */
  since(earlier: StoredState): object {
    const versions = new Map(earlier.rows.users.map(({ id, rooms_version }) => [id, rooms_version as number]));
    const users = this.rows.users.map((user) => ({
      ...user,
      rooms_version: (user.rooms_version as number) - (versions.get(user.id) ?? 0),
    }));
    const names = new Map<string, string>();
    const named = (id: string): string => {
      if (!names.has(id)) names.set(id, `id ${String(names.size + 1)}`);
      return names.get(id)!;
    };
    const text = JSON.stringify({ ...this.rows, users: users.filter((user) => user.rooms_version !== 0) });
    return JSON.parse(text.replaceAll(AN_ID, named).replaceAll(A_MOMENT, '"a moment"')) as object;
  }
}

const AN_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const A_MOMENT = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g;
