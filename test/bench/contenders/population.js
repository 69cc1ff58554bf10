import { createHash, randomUUID } from 'node:crypto';

import { SignJWT } from 'jose';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';

import { partitionByRoom } from '../../servers/hash-partitions.js';

const LIFETIME_S = 86_400;
/** The number of messages in each room that one statement adds. */
const LENGTHENED_BY = 100;

/** A word that one message of each room has. */
export const NEEDLE = 'needle';

/** Ids grow as those of the service do: the first half is the number of the message, the second is of its room. */
const LENGTHEN = `
  INSERT INTO messages (id, room_id, seq, change_seq, sender_id, content, created_at, updated_at)
  SELECT (lpad(to_hex(n), 12, '0') || '7000' || right(replace(r.id::text, '-', ''), 16))::uuid, r.id, 1 + n, 1 + n,
    r.creator_id, CASE n WHEN 7 THEN '${NEEDLE}' ELSE 'Message number ' || n END, now(), now()
  FROM generate_series($2::int + 1, $3::int) AS n CROSS JOIN rooms r WHERE r.id = ANY ($1) ORDER BY n`;

/**
 * Users and rooms of a Parley, written directly to its tables as the service would write them, because so many log-ins
 * and messages would take too long.
 */
export class Population {
  #pool;
  #secret;

  /**
   * @param {pg.PoolConfig} address of the database
   * @param {string} secret that signs the service's tokens
   */
  constructor(address, secret) {
    this.#pool = new pg.Pool({ ...address, max: 2 });
    // An idle connection may break: the next query reports that.
    this.#pool.on('error', () => undefined);
    this.#secret = new TextEncoder().encode(secret);
  }

  /**
   * Creates users who are logged in.
   * @param {number} count
   * @returns {Promise<{ id: number, token: string }[]>}
   */
  async users(count) {
    const logIns = Array.from({ length: count }, () => ({ family: randomUUID(), jti: randomUUID() }));
    const rows = await this.query(
      `WITH made AS (
         INSERT INTO users (username, username_key)
         SELECT name, name FROM unnest($1::text[]) AS name RETURNING id
       ), numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM made), logged_in AS (
         INSERT INTO refresh_tokens (family, user_id, jti_hash, expires_at)
         SELECT l.family, n.id, l.jti_hash, now() + interval '1 day'
         FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS l (family, jti_hash, n) JOIN numbered n USING (n)
       )
       SELECT id FROM numbered ORDER BY n`,
      [
        logIns.map(({ family }) => `bench-${family}`),
        logIns.map(({ family }) => family),
        logIns.map(({ jti }) => createHash('sha256').update(jti).digest('hex')),
      ],
    );
    return Promise.all(
      logIns.map(async ({ family, jti }, index) => {
        const id = Number(rows[index]?.id);
        return { id, token: await this.#token(id, family, jti) };
      }),
    );
  }

  /**
   * Creates groups, each with new members.
   * @param {number} count
   * @param {number} size
   * @param {number} [history] the number of messages in each, all of them read
   * @returns {Promise<import('./contender.js').Room[]>}
   */
  async rooms(count, size, history = 0) {
    const users = await this.users(count * size);
    const rooms = Array.from({ length: count }, (_, room) => ({
      id: uuidv7(),
      members: users.slice(room * size, (room + 1) * size),
    }));
    await this.#pool.query(
      `INSERT INTO rooms (id, type, name, creator_id, last_seq)
       SELECT id, 'GroupChat', 'A group', creator_id, $3 FROM unnest($1::uuid[], $2::int[]) AS room (id, creator_id)`,
      [rooms.map(({ id }) => id), rooms.map(({ members }) => members[0]?.id), 1 + history],
    );
    await this.#pool.query(
      `INSERT INTO room_members (room_id, user_id, joined_seq, delivered_seq, read_seq, change_seq)
       SELECT room_id, user_id, 1, $3, $3, 1 FROM unnest($1::uuid[], $2::int[]) AS member (room_id, user_id)`,
      [
        rooms.flatMap(({ id, members }) => members.map(() => id)),
        rooms.flatMap(({ members }) => members.map((member) => member.id)),
        1 + history,
      ],
    );
    await this.#pool.query('UPDATE users SET rooms_version = rooms_version + 1 WHERE id = ANY ($1)', [
      users.map(({ id }) => id),
    ]);
    await this.#pool.query('ANALYZE users, refresh_tokens, rooms, room_members');
    if (history > 0)
      await this.#fill(
        rooms.map(({ id }) => id),
        history,
      );
    return rooms.map(({ id, members }) => ({ id, tokens: members.map(({ token }) => token) }));
  }

  /**
   * Creates channels that have the same members, and messages of the first member.
   * @param {number} count
   * @param {number} size
   * @param {number} unread the number of messages in each, which nobody has received
   * @returns {Promise<import('./contender.js').Room[]>}
   */
  async channels(count, size, unread) {
    const [first] = await this.rooms(1, size);
    const rooms = [first, ...(await this.rooms(count - 1, 1))];
    const ids = rooms.map((room) => room?.id ?? '');
    const tokens = first?.tokens ?? [];
    await this.#pool.query(
      `INSERT INTO room_members (room_id, user_id, joined_seq, delivered_seq, read_seq, change_seq)
       SELECT other, s.user_id, 1, 1, 1, 1 FROM room_members s CROSS JOIN unnest($2::uuid[]) AS other
       WHERE s.room_id = $1`,
      [ids[0], ids.slice(1)],
    );
    await this.#pool.query(
      `UPDATE rooms SET type = 'Channel', last_seq = $3,
         creator_id = (SELECT creator_id FROM rooms WHERE id = $1) WHERE id = ANY ($2)`,
      [ids[0], ids, 1 + unread],
    );
    await this.#pool.query(
      `UPDATE users SET rooms_version = rooms_version + 1
       WHERE id IN (SELECT user_id FROM room_members WHERE room_id = $1)`,
      [ids[0]],
    );
    if (unread > 0) await this.#fill(ids, unread);
    await this.#pool.query('ANALYZE rooms, room_members');
    return ids.map((id) => ({ id, tokens }));
  }

  /** Puts the tables of rooms, which must be empty, in hash partitions by room. @param {number} partitions */
  async partition(partitions) {
    const client = await this.#pool.connect();
    await partitionByRoom(client, partitions);
    client.release();
  }

  /**
   * Adds read messages to rooms, as if they had been sent in turn. The search index is built afterwards, which is
   * quicker.
   * @param {import('./contender.js').Room[]} rooms
   * @param {number} from the number of messages in each room, which are of this method too
   * @param {number} to the same after this
   */
  async lengthen(rooms, from, to) {
    const ids = rooms.map(({ id }) => id);
    const client = await this.#pool.connect();
    try {
      /** @type {pg.QueryResult<{ definition: string }>} */
      const { rows: indexes } = await client.query(
        `SELECT replace(pg_get_indexdef('messages_search_idx'::regclass), ' ON ONLY ', ' ON ') AS definition`,
      );
      await client.query(`DROP INDEX messages_search_idx; SET session_replication_role = replica`);
      for (let begin = from; begin < to; begin += LENGTHENED_BY) {
        await client.query(LENGTHEN, [ids, begin, Math.min(to, begin + LENGTHENED_BY)]);
      }
      await client.query(
        `UPDATE room_members SET delivered_seq = 1 + $2::int, read_seq = 1 + $2 WHERE room_id = ANY ($1)`,
        [ids, to],
      );
      await client.query(
        `UPDATE rooms r SET last_seq = m.seq, last_message_id = m.id FROM messages m
         WHERE r.id = ANY ($1) AND m.room_id = r.id AND m.seq = 1 + $2::int`,
        [ids, to],
      );
      await client.query(`RESET session_replication_role; SET maintenance_work_mem = '1GB'`);
      await client.query(indexes[0]?.definition ?? '');
      await client.query('VACUUM ANALYZE messages, rooms, room_members');
    } finally {
      client.release(true);
    }
  }

  /**
   * @param {string} sql
   * @param {unknown[]} [parameters]
   * @returns {Promise<Record<string, unknown>[]>}
   */
  async query(sql, parameters) {
    /** @type {pg.QueryResult<Record<string, unknown>>} */
    const { rows } = await this.#pool.query(sql, parameters);
    return rows;
  }

  close() {
    return this.#pool.end();
  }

  /** Adds messages by the creator of each room. @param {string[]} roomIds @param {number} count */
  async #fill(roomIds, count) {
    await this.#pool.query(
      `INSERT INTO messages (id, room_id, seq, change_seq, sender_id, content, created_at, updated_at)
       SELECT gen_random_uuid(), r.id, 1 + n, 1 + n, r.creator_id, 'Message number ' || n, now(), now()
       FROM generate_series(1, $2::int) AS n CROSS JOIN rooms r WHERE r.id = ANY ($1)`,
      [roomIds, count],
    );
    await this.#pool.query(
      `UPDATE rooms r SET last_message_id = m.id FROM messages m
       WHERE r.id = ANY ($1) AND m.room_id = r.id AND m.seq = r.last_seq`,
      [roomIds],
    );
    await this.#pool.query('ANALYZE messages');
  }

  /** @param {number} id @param {string} family @param {string} jti */
  #token(id, family, jti) {
    return new SignJWT({ token_type: 'access', user_id: id, jti, fam: family })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(String(id))
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1_000) + LIFETIME_S)
      .sign(this.#secret);
  }
}
