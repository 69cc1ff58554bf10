import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

import { outcomeOf, parley } from '../../support/command.js';
import { connected } from '../../support/database.js';
import { killedMove, move, outcomeOfMove } from '../../support/moves.js';
import { copyDataFolder, emptyServiceData, newServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { Service } from '../../support/service.js';

let source: ServiceData;
/** Another deployment, with a table of another program. */
let other: ServiceData;
let target: ServiceData;
let listener: Server;

beforeAll(async () => {
  source = await emptyServiceData('embedded');
  await parley(source, 'users', 'create', 'ada', '--password', 'correct horse battery');
  other = await emptyServiceData('embedded');
  copyDataFolder(source.env.DATA_DIR!, other.env.DATA_DIR!);
  await inEmbedded(other, 'UPDATE epochs SET id = gen_random_uuid(); CREATE TABLE notes (content text)');
  listener = createServer((_, response) => response.end());
  await once(listener.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  listener.close();
  await Promise.all([source, other].map((each) => each.remove()));
});
beforeEach(async () => {
  target = await emptyServiceData('postgres');
});
afterEach(() => target.remove());

/** The target's address with other parts. */
const address = (change: Partial<Record<'port' | 'username' | 'password' | 'pathname', string>> = {}): string =>
  Object.assign(new URL(target.env.DATABASE_URL!), change).href;

const sql = async (statement: string, place: ServiceData = target): Promise<void> => {
  const database = await connected(place);
  await database.query(statement);
  await database.end();
};

/** The last line of a move that is refused. */
async function refusal(url = address(), from = source): Promise<string> {
  const { code, stdout, stderr } = await outcomeOfMove(from, url);
  expect([code, stdout]).toEqual([1, '']);
  return stderr.trimEnd();
}

/** Executes statements in an embedded database that no process uses. */
async function inEmbedded({ env }: ServiceData, statements: string): Promise<void> {
  const database = await PGlite.create(join(env.DATA_DIR!, 'database'));
  await database.exec(statements);
  await database.close();
}

describe('parley move refuses', () => {
  it('words that name no folder or no PostgreSQL', async () => {
    const sentence = async (...words: string[]): Promise<string> => (await outcomeOf(source, 'move', ...words)).stderr;
    await expect(sentence('--to', address())).resolves.toBe('Give --from, the data folder, as in --from ./data.\n');
    await expect(sentence('--from', 'data')).resolves.toBe('Give --to, as in --to postgres://user@host/database.\n');
    for (const url of ['mysql://host/x', 'host', 'postgres://[/x']) {
      await expect(refusal(url)).resolves.toBe('--to must be a postgres:// address.');
    }
    const missing = join(source.folder, 'missing');
    await expect(sentence('--from', missing, '--to', address())).resolves.toBe(
      `The folder ${missing} does not exist: give --from the data folder.\n`,
    );
    const empty = join(source.folder, 'empty');
    mkdirSync(empty);
    await expect(sentence('--from', empty, '--to', address())).resolves.toBe(
      `There is no database in the folder ${empty}: give --from the data folder of the service.\n`,
    );
  });

  it('a target that cannot be reached, without its password in the error', async () => {
    const cannot = 'The PostgreSQL of --to cannot be reached: ';
    await expect(refusal('postgres://127.0.0.1:1/x')).resolves.toBe(`${cannot}connect ECONNREFUSED 127.0.0.1:1.`);
    const { port } = listener.address() as AddressInfo;
    await expect(refusal(`postgres://127.0.0.1:${String(port)}/x`)).resolves.toContain(cannot);
    const wrong = await refusal(address({ password: 'a-secret-of-the-operator' }));
    expect(wrong).toContain(`${cannot}password authentication failed`);
    expect(wrong).not.toContain('a-secret-of-the-operator');
    await expect(refusal(address({ pathname: '/no_test_database' }))).resolves.toContain('does not exist');
  });

  it('a target with data, with tables of another program, or of a newer version', async () => {
    const used = await newServiceData('postgres');
    await expect(refusal(used.env.DATABASE_URL)).resolves.toMatch(
      /^The database of --to has data of a deployment \(audit_entries, (\w+, )*users(, \w+)*\): give an empty one\.$/,
    );
    await sql(`INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`, used);
    await expect(refusal(used.env.DATABASE_URL)).resolves.toContain('has tables of another program or a newer version');
    await used.remove();
    await sql('CREATE TABLE users (id integer)');
    await expect(refusal()).resolves.toContain('has tables of another program or a newer version (users)');
  });

  it('a target whose encoding is not UTF-8, or whose user may not create tables', async () => {
    const name = new URL(address()).pathname.slice(1);
    const [role, ascii] = [`${name}_role`, `${name}_ascii`];
    const admin = new pg.Client(address());
    await admin.connect();
    await admin.query(`CREATE DATABASE ${ascii} ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`);
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret of a test'`);
    try {
      await expect(refusal(address({ pathname: `/${ascii}` }))).resolves.toBe(
        'The database of --to has the encoding SQL_ASCII: create it with UTF8.',
      );
      await expect(refusal(address({ username: role, password: 'secret of a test' }))).resolves.toMatch(
        /^The tables cannot be created in the database of --to: permission denied for .*\. It must belong to the user/,
      );
    } finally {
      await admin.query(`DROP DATABASE ${ascii}`);
      await admin.query(`DROP ROLE ${role}`);
      await admin.end();
    }
  });

  it('an unfinished move of another data folder, or of a folder that was written since', async () => {
    const stop = { statement: 'CREATE INDEX messages_search_idx' };
    await expect(killedMove(source, target, stop)).resolves.toBe('SIGKILL');
    await expect(refusal(address(), other)).resolves.toBe(
      'The database of --to has an unfinished move of another data folder: give that folder, or an empty database.',
    );
    await parley(source, 'users', 'create', 'bob', '--password', 'correct horse battery');
    await expect(refusal()).resolves.toBe(
      'The data folder was written since the move to the database of --to began: give --to an empty database.',
    );
  });

  it('a data folder of a newer version, or with tables of another program', async () => {
    await expect(refusal(address(), other)).resolves.toBe(
      'The data folder has columns that are not of Parley: notes.content (text). Remove them first.',
    );
    await inEmbedded(other, `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`);
    await expect(refusal(address(), other)).resolves.toMatch(/ is of a newer version: upgrade this program\.$/);
  });

  it('a data folder that a service uses', async () => {
    const service = await Service.start({}, source);
    try {
      await expect(refusal()).resolves.toMatch(
        /^A service \(process \d+\) is using the data folder .*: stop it first\.$/,
      );
    } finally {
      await service.stop();
    }
  });
});

it('parley move migrates a data folder of an earlier release, as every command does', async () => {
  await parley(source, 'migrate', 'down', '--yes');
  await expect(move(source, target)).resolves.toMatchObject({ rows: { users: 2, epochs: 1 } });
  const states = (await parley(source, 'migrate', 'status')) as { applied: boolean }[];
  expect(states.every(({ applied }) => applied)).toBe(true);
});
