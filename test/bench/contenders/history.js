/** @typedef {import('./population.js').Population} Population */

/** The number of other members in the larger rooms, which have 2 to 10 members. */
const OTHERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 5];
const MESSAGES = 50;
const UNREAD = 10;

/**
 * A user in many rooms of 2 to 10 members. In each room the last ten messages are unread; another member has read the
 * last message and, in every second room, reacted to it.
 * @param {Population} population
 * @param {number} count of rooms, a multiple of ten
 * @returns {Promise<{ token: string }>}
 */
export async function inManyRooms(population, count) {
  const [reader] = await population.users(1);
  if (!reader) throw new Error('No user was created.');
  for (const others of OTHERS) {
    const rooms = await population.rooms(count / OTHERS.length, others, MESSAGES);
    await addMember(population, reader.id, rooms, 1 + MESSAGES - UNREAD);
  }
  const last = `FROM room_members s JOIN rooms r ON r.id = s.room_id JOIN messages m ON m.id = r.last_message_id
    WHERE s.user_id = $1`;
  await population.query(
    `INSERT INTO receipts (message_id, user_id, room_id, delivered_at, read_at)
     SELECT m.id, m.sender_id, m.room_id, now(), now() ${last}`,
    [reader.id],
  );
  await population.query(
    `INSERT INTO reactions (message_id, user_id, room_id, content, created_at)
     SELECT m.id, m.sender_id, m.room_id, '👍', now() ${last} AND get_byte(uuid_send(m.id), 15) % 2 = 0`,
    [reader.id],
  );
  await population.query('ANALYZE receipts, reactions, room_members');
  return reader;
}

/**
 * A user who was away during 1,000 changes in 20 rooms: in each 30 new messages, and 10 edits, 5 deletions and 5
 * reactions of older messages.
 * @param {Population} population
 * @returns {Promise<{ token: string, rooms: Record<string, number> }>} the rooms, each with the last number that the
 *   user has
 */
export async function markAway(population) {
  const [reader] = await population.users(1);
  if (!reader) throw new Error('No user was created.');
  const rooms = await population.rooms(20, 9, 230);
  await addMember(population, reader.id, rooms, 201);
  const ids = rooms.map(({ id }) => id);
  // The log: 2 to 201 are old messages; 202 to 231 are new ones; 232 to 251 are changes of the messages 101 to 120.
  await population.query(
    `UPDATE messages SET change_seq = seq + 131, is_edited = seq <= 110, is_deleted = seq BETWEEN 111 AND 115,
       content = CASE WHEN seq BETWEEN 111 AND 115 THEN '' ELSE content END
     WHERE room_id = ANY ($1) AND seq BETWEEN 101 AND 120`,
    [ids],
  );
  await population.query(
    `INSERT INTO reactions (message_id, user_id, room_id, content, created_at)
     SELECT id, sender_id, room_id, '👍', now() FROM messages WHERE room_id = ANY ($1) AND seq BETWEEN 116 AND 120`,
    [ids],
  );
  await population.query('UPDATE rooms SET last_seq = 251 WHERE id = ANY ($1)', [ids]);
  await population.query('ANALYZE reactions, room_members, messages');
  return { token: reader.token, rooms: Object.fromEntries(ids.map((id) => [id, 201])) };
}

/**
 * A further member of rooms without messages.
 * @param {Population} population
 * @param {import('./contender.js').Room[]} rooms
 * @returns {Promise<{ token: string }>}
 */
export async function memberOf(population, rooms) {
  const [reader] = await population.users(1);
  if (!reader) throw new Error('No user was created.');
  await addMember(population, reader.id, rooms, 1);
  return reader;
}

/**
 * @param {Population} population
 * @param {number} userId a further member of these rooms
 * @param {import('./contender.js').Room[]} rooms
 * @param {number} seen the last number that the user has
 */
async function addMember(population, userId, rooms, seen) {
  await population.query(
    `INSERT INTO room_members (room_id, user_id, joined_seq, delivered_seq, read_seq, change_seq)
     SELECT room_id, $2, 1, $3, $3, 1 FROM unnest($1::uuid[]) AS room_id`,
    [rooms.map(({ id }) => id), userId, seen],
  );
  await population.query('UPDATE users SET rooms_version = rooms_version + 1 WHERE id = $1', [userId]);
}
