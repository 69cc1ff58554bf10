import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { parley, printedBy } from '../../support/command.js';
import { connected } from '../../support/database.js';
import { Django } from '../../support/django.js';
import { writeHistory } from '../../support/django-story.js';
import type { Story } from '../../support/django-story.js';
import { environment } from '../../support/environment.js';
import { eventually } from '../../support/eventually.js';
import { copiedIn, importDjango, reasonsIn } from '../../support/imports.js';
import { violatedInvariants } from '../../support/invariants.js';
import { emptyServiceData, newServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { StatementProxy } from '../../support/statement-proxy.js';
import { Tables } from '../../support/tables.js';

const PARLEY = join(import.meta.dirname, '../../../bin/parley.js');
const CHATTER = 2_500;
/** Rooms of two users, so that the import takes several transactions. */
const PAIRS = 120;

let django: Django;
let story: Story;
let serviceData: ServiceData;

beforeAll(async () => {
  django = await Django.begin();
  story = await writeHistory(django, CHATTER);
  for (let at = 0; at < PAIRS; at += 1) {
    const room = await django.pair(story.users.ada, await django.user(`friend${String(at)}`));
    await django.sendMessage(room, story.users.ada, `Hello, friend ${String(at)}`);
  }
});
afterAll(() => django.end());
beforeEach(async () => {
  serviceData = await emptyServiceData();
});
afterEach(() => serviceData.remove());

async function counted(): Promise<{ rooms: number; messages: number; broken: object }> {
  const database = await connected(serviceData);
  const { rows } = await database.query<{ rooms: number; messages: number }>(
    'SELECT (SELECT count(*)::int FROM rooms) AS rooms, (SELECT count(*)::int FROM messages) AS messages',
  );
  const broken = await violatedInvariants(database);
  await database.end();
  return { ...rows[0]!, broken };
}

describe('parley import django', () => {
  it('resumes after a kill', async () => {
    await parley(serviceData, 'migrate', 'up');
    // Another transaction inserts a room of the third batch and rolls back later: the import waits for it.
    const [late] = (
      await django.database.query<{ id: string }>(
        `SELECT id FROM realtime_chat_messaging_room ORDER BY created_at OFFSET 110 LIMIT 1`,
      )
    ).rows;
    const obstacle = await connected(serviceData);
    await obstacle.query('BEGIN');
    await obstacle.query(`INSERT INTO rooms (id, type) VALUES ($1, 'GroupChat')`, [late!.id]);
    const tables = await Tables.of(serviceData);
    const child = spawn(process.execPath, [PARLEY, 'import', 'django', '--from', django.url], {
      cwd: serviceData.folder,
      env: { ...environment(serviceData) },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await eventually(() => tables.hasLockWait());
    child.kill('SIGKILL');
    await expect(ended).resolves.toEqual([null, 'SIGKILL']);
    await obstacle.query('ROLLBACK');
    await Promise.all([obstacle.end(), tables.close()]);
    const half = await counted();
    // The first hundred, without three that are skipped.
    expect(half.rooms).toBe(97);
    expect(half.broken).toEqual({});

    const rest = await importDjango(django, serviceData);
    expect(rest.kinds.rooms!.already_there).toBeGreaterThan(0);
    const whole = await counted();
    expect(whole).toEqual({ rooms: 5 + PAIRS, messages: 12 + CHATTER + PAIRS, broken: {} });
    expect(rest.kinds.messages).toMatchObject({ copied: whole.messages - half.messages, already_there: half.messages });
    expect(copiedIn(await importDjango(django, serviceData)).messages).toBe(0);
  });

  it('reports messages that were written after a room was copied', async () => {
    await importDjango(django, serviceData);
    const later = await django.sendMessage(story.rooms.group, story.users.ada, 'too late');
    await django.sendMessage(
      await django.pair(story.users.bob, story.users.dirk),
      story.users.bob,
      'in a room of its own',
    );
    const { kinds, left_out } = await importDjango(django, serviceData);
    expect(kinds.messages).toMatchObject({ copied: 1 });
    expect(left_out).toContainEqual({ kind: 'messages', reason: 'room_was_copied_before', count: 1, ids: [later] });
    expect((await counted()).broken).toEqual({});
    await django.withoutRules(`DELETE FROM realtime_chat_messaging_message WHERE id = $1`, [later]);
  });

  it('writes nothing with --dry-run, and prints the same report', async () => {
    const before = await Tables.of(serviceData);
    await expect(before.state()).resolves.toEqual({});
    const dry = await importDjango(django, serviceData, '--dry-run');
    await expect(before.state()).resolves.toEqual({});
    await before.close();
    expect(dry.dry_run).toBe(true);
    const wet = await importDjango(django, serviceData);
    const { replies, ...others } = copiedIn(wet);
    expect(copiedIn(dry)).toMatchObject(others);
    expect(replies).toBeGreaterThan(0);
    expect(reasonsIn(dry.changed)).toEqual(reasonsIn(wet.changed));
  });

  it('refuses a database that has users or rooms', async () => {
    const used = await newServiceData();
    const sent = await printedBy(used, 'import', 'django', '--from', django.url);
    expect(sent).toBe('The database has users or rooms already. An import must begin in a database without any.\n');
    await used.remove();
  });

  it('reads a long room in pages, and changes nothing in the source', async () => {
    const proxy = await StatementProxy.to(django.url);
    const there = await StatementProxy.to(serviceData.env.DATABASE_URL!);
    const before = await Tables.of({ ...serviceData, env: { DATABASE_URL: django.url } });
    const state = await before.state();
    const behind = { ...serviceData, env: { ...serviceData.env, DATABASE_URL: there.databaseUrl } };
    const through = Object.assign(Object.create(django) as Django, { url: proxy.databaseUrl });
    await importDjango(through, behind);
    // Rooms are read fifty at once, and messages a thousand at once, each batch by the same few statements.
    expect(proxy.about('realtime_chat_messaging_message', 'FETCH').length).toBeLessThan(90);
    expect(there.about('messages', 'rooms', 'room_members', 'receipts').length).toBeLessThan(70);
    await expect(before.state()).resolves.toEqual(state);
    await Promise.all([before.close(), proxy.close(), there.close()]);
  });

  it('reports invalid parameters', async () => {
    const refused = (...words: string[]): Promise<string> => printedBy(serviceData, 'import', 'django', ...words);
    await expect(refused()).resolves.toBe('Give --from, as in --from postgres://user@host/database.\n');
    await expect(refused('--from', 'mysql://x')).resolves.toContain('--from must be a postgres:// address.');
    await expect(refused('--from', django.url, '--label', 'chat')).resolves.toMatch(
      /^The database to import from lacks tables of the package: chat_room, /,
    );
    await expect(refused('--from', 'postgres://127.0.0.1:1/x')).resolves.toMatch(
      /^The database to import from cannot be read: /,
    );
    await expect(refused('--from', django.url, '--left-out', 'no/such/folder.csv')).resolves.toBe(
      'The folder no/such does not exist.\n',
    );
    expect(await refused('--help')).toContain('--dry-run');
  });
});
