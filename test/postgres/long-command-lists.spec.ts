import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { connected } from '../support/database.js';
import { environment } from '../support/environment.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

const PARLEY = join(import.meta.dirname, '../../bin/parley.js');
const LONGEST_OUTPUT = 100_000_000;

const COUNT = 20_000;
/** The usernames of these users. The template has others. */
const MADE = /^user\d+$/;
/** Every so many users are moderators. */
const MODERATOR = 500;
/**
 * The memory that a command needs for a short list, in MB. With all of these users in memory it needs more than twice
 * as much.
 */
const HEAP = ['--max-old-space-size=40', '--max-semi-space-size=1'];

let serviceData: ServiceData;

beforeAll(async () => {
  serviceData = await newServiceData();
  const database = await connected(serviceData);
  await database.query(
    `INSERT INTO users (username, username_key, email, role)
     SELECT 'user' || n, 'user' || n, 'user' || n || '@mail.example',
       CASE WHEN n % $2 = 0 THEN 'moderator' ELSE 'user' END
     FROM generate_series(1, $1::int) n`,
    [COUNT, MODERATOR],
  );
  await database.query(
    `INSERT INTO rooms (id, type, name, last_seq)
     SELECT ('018f0000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'GroupChat', 'Room ' || n, n * 7919 % $1
     FROM generate_series(1, $1::int) n`,
    [COUNT],
  );
  await database.end();
});
afterAll(() => serviceData.remove());

async function printed(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...HEAP, PARLEY, ...words], {
    cwd: serviceData.folder,
    env: { ...environment(serviceData) },
    maxBuffer: LONGEST_OUTPUT,
  });
  return stdout;
}

describe('a command that lists twenty thousand items', () => {
  it('prints all users, in memory for a part of them', async () => {
    const listed = JSON.parse(await printed('users', 'list', '--json')) as { username: string }[];
    expect(listed.flatMap(({ username }) => (MADE.test(username) ? username : []))).toEqual(
      Array.from({ length: COUNT }, (_, at) => `user${String(at + 1)}`),
    );
    const [headings, ...lines] = (await printed('users', 'list')).split('\n');
    expect(headings).toMatch(/^ID +USERNAME +ACTIVE +ROLE +KIND +NAME +EMAIL +LOG-INS +LAST ACTIVE +CREATED$/);
    expect([lines.length, lines.at(-1)]).toEqual([listed.length + 1, '']);
  });

  it('prints the few users with a role, wherever they are', async () => {
    const listed = JSON.parse(await printed('users', 'list', '--role', 'moderator', '--json')) as { role: string }[];
    expect(listed).toHaveLength(COUNT / MODERATOR);
    expect(new Set(listed.map(({ role }) => role))).toEqual(new Set(['moderator']));
  });

  it.each<[string, readonly string[], (seq: number, before: number) => boolean]>([
    ['in their order', [], () => true],
    ['the largest first', ['--sort', 'messages'], (seq, before) => seq <= before],
  ])('prints all rooms, %s', async (_, words, follows) => {
    const listed = JSON.parse(await printed('rooms', 'list', ...words, '--json')) as { id: string; last_seq: number }[];
    expect(new Set(listed.map(({ id }) => id)).size).toBe(COUNT);
    expect(listed).toHaveLength(COUNT);
    expect(listed.slice(1).every(({ last_seq: seq }, at) => follows(seq, listed[at]!.last_seq))).toBe(true);
  });
});
