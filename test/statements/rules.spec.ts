import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { brokenRules } from './rules.js';
import { TABLES_OF_PEOPLE, TABLES_OF_ROOMS } from './tables.js';

const FOLLOWING = [
  'SELECT * FROM rooms WHERE id = $1 FOR NO KEY UPDATE',
  'SELECT FROM messages m JOIN attachments a USING (room_id) WHERE m.room_id = $1::uuid AND m.id = $2 FOR SHARE OF m',
  'SELECT id FROM users WHERE id = ANY ($1) ORDER BY id FOR UPDATE',
  'SELECT room_id FROM user_rooms JOIN users ON users.id = user_id',
  'WITH users AS (SELECT 1) SELECT FROM users, rooms',
  'UPDATE rooms SET updated_at = statement_timestamp() WHERE id = $1',
  'INSERT INTO messages (room_id, created_at) VALUES ($1, clock_timestamp())',
  'UPDATE users SET tokens_valid_after = clock_timestamp() WHERE id = $1',
  'WITH gone AS (DELETE FROM sessions RETURNING user_id) UPDATE users SET last_seen_at = now()',
  'SELECT FROM rooms r JOIN room_members s ON s.room_id = $2 AND s.user_id = $1 WHERE r.id = $2 FOR SHARE',
  'SELECT pg_advisory_xact_lock($1)',
  'COMMIT; START TRANSACTION',
];

const BREAKING = {
  join: [
    'SELECT FROM room_members m JOIN users u ON u.id = m.user_id',
    'DELETE FROM receipts USING users WHERE users.id = receipts.user_id',
    'UPDATE rooms SET creator_id = (SELECT id FROM users LIMIT 1) WHERE id = $1',
    'INSERT INTO join_requests SELECT $1, id FROM users',
    'SELECT EXISTS (SELECT FROM user_rooms WHERE user_id = $1) FROM rooms',
  ],
  modifyingWith: [
    'WITH gone AS (DELETE FROM join_requests RETURNING user_id) SELECT FROM gone',
    'WITH made AS (INSERT INTO rooms (id) VALUES ($1) RETURNING id) INSERT INTO room_changes SELECT id FROM made',
  ],
  volatile: [
    'UPDATE messages SET changed_at = clock_timestamp() WHERE room_id = $1',
    'INSERT INTO reactions (room_id) VALUES ($1) RETURNING random()',
    'INSERT INTO reactions (room_id) VALUES ($1) ON CONFLICT (room_id) DO UPDATE SET at = clock_timestamp()',
    'DELETE FROM messages WHERE random() < 0.5',
  ],
  ofOneServer: [
    'DELETE FROM room_changes WHERE ctid = ANY ($1)',
    'SELECT m.xmin FROM messages m',
    'SELECT pg_snapshot_xmin(pg_current_snapshot())',
    'SELECT pg_try_advisory_lock($1)',
    'SELECT pg_advisory_unlock($1)',
  ],
  lock: [
    'SELECT FROM rooms WHERE id = ANY ($1) ORDER BY id FOR UPDATE',
    'SELECT FROM messages m WHERE m.id = $1 FOR SHARE',
    'SELECT FROM rooms r JOIN messages m ON m.room_id = r.id WHERE r.id = $1 FOR UPDATE',
    'SELECT FROM rooms WHERE id = $1 OR is_public FOR UPDATE',
    'SELECT FROM rooms r LEFT JOIN room_members s ON s.room_id = $2 WHERE r.id = $2 FOR UPDATE',
    'SELECT FROM messages WHERE id = (SELECT id FROM rooms FOR UPDATE)',
  ],
};

describe('the rules for statements', () => {
  it.each(FOLLOWING)('accept %s', async (text) => {
    expect(await brokenRules(text)).toEqual([]);
  });

  for (const [rule, texts] of Object.entries(BREAKING)) {
    it.each(texts)(`"${rule}" finds %s`, async (text) => {
      expect(await brokenRules(text)).toEqual([rule]);
    });
  }

  it('names every rule that a statement breaks', async () => {
    const text =
      'WITH gone AS (DELETE FROM receipts) SELECT FROM users u JOIN rooms r ON r.creator_id = u.id FOR UPDATE';
    expect(await brokenRules(text)).toEqual(['join', 'modifyingWith', 'lock']);
  });

  it('cannot judge what is no statement', async () => {
    await expect(brokenRules('SELECT FROM FROM')).rejects.toThrow('syntax error');
  });
});

describe('the tables that the rules know', () => {
  const ROOT = join(import.meta.dirname, '../..');
  const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
  const named = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

  it('are those of all entities', () => {
    const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
    const entities = files.filter((file) => file.endsWith('.entity.ts')).map((file) => read(join('src', file)));
    const names = entities.flatMap((text) => named(text, /^@Entity\('(\w+)'/gm));
    expect(names).toContain('rooms');
    expect(names.filter((name) => !TABLES_OF_ROOMS.has(name) && !TABLES_OF_PEOPLE.has(name))).toEqual([]);
  });

  it('are those of rooms that a database spreads by their rooms', () => {
    const spread = named(read('tools/database/src/distribution/tables.ts'), /^ {2}'(\w+)',$/gm);
    expect(['rooms', ...spread].toSorted()).toEqual([...TABLES_OF_ROOMS].toSorted());
  });
});
