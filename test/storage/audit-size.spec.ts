import type pg from 'pg';

import { Administration } from '../support/administration.js';
import { outcomeOf } from '../support/command.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';

/** More than a request looks at, and more than a part of the chain that is verified at once. */
const MANY = 12_000;

interface Entry {
  readonly id: number;
  readonly action: string;
}

interface Page {
  readonly entries: readonly Entry[];
  readonly next_cursor: string | null;
}

interface Part {
  readonly verified: number;
  readonly unsealed: number;
  readonly broken: { readonly entry_id: number } | null;
  readonly next_cursor: string | null;
}

let parley: Service;
let database: pg.Client;
let admin: Administration;

beforeAll(async () => {
  parley = await Service.start();
  database = await connected(parley.serviceData);
  const { alice } = await users(parley, 'alice');
  admin = await Administration.by(parley, alice, 'admin');
  // One entry a minute. Of two neighbours the second has the earlier time, as of a long transaction.
  await database.query(
    `INSERT INTO audit_entries (at, action)
     SELECT '2020-01-01T00:00:00Z'::timestamptz + (n + 2 * (n % 2)) * interval '1 minute',
       CASE WHEN n = 1 THEN 'spec.first' ELSE 'spec.other' END
     FROM generate_series(1, $1::int) n`,
    [MANY],
  );
});
afterAll(async () => {
  await database.end();
  await parley.stop();
});

describe('a long audit log', () => {
  it('is searched in pages that may be empty', async () => {
    const pages: Page[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await admin.expect(
        admin.get<Page>(`audit/?action=spec.first${cursor && `&cursor=${cursor}`}`),
      );
      pages.push(page);
      cursor = page.next_cursor;
    }
    expect(pages.map(({ entries }) => entries.length)).toEqual([0, 1]);
  });

  it('is selected by time, also of entries whose ids are not in the order of their times', async () => {
    const { rows } = await database.query<{ id: number }>(
      `SELECT id::int FROM audit_entries WHERE at BETWEEN '2020-01-03T00:00:00Z' AND '2020-01-03T02:00:00Z' ORDER BY id DESC`,
    );
    const path = 'audit/?since=2020-01-03T00:00:00Z&until=2020-01-03T02:00:00Z&limit=50';
    const found = await admin.all<Entry>(path, 'entries');
    expect(found.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(found).toHaveLength(121);
    await expect(admin.all('audit/?until=2019-01-01T00:00:00Z', 'entries')).resolves.toEqual([]);
  });

  it('is exported as a whole, by the route and by the command', async () => {
    const response = await admin.download('audit/export/?format=jsonl&action=spec.');
    const lines = (await response.text()).trimEnd().split('\n');
    expect(lines).toHaveLength(MANY);
    const { stdout } = await outcomeOf(parley.serviceData, 'audit', 'export', '--action', 'spec.');
    expect(stdout.trimEnd().split('\n')).toEqual(lines);
    const csv = await outcomeOf(parley.serviceData, 'audit', 'export', '--action', 'spec.first', '--format', 'csv');
    expect(csv.stdout).toMatch(/^id,at,.*\r\n\d+,2020-01-01T00:03:00\.000Z,,,,,,,spec\.first,,,,\{\}\r\n$/);
  });

  it('is verified in parts, the last of which finds a changed entry', async () => {
    const verify = async (): Promise<Part[]> => {
      const parts: Part[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const part: Part = await admin.expect(admin.get<Part>(`audit/verification/${cursor && `?cursor=${cursor}`}`));
        parts.push(part);
        cursor = part.next_cursor;
      }
      return parts;
    };
    await eventually(async () => (await verify()).every(({ unsealed }) => unsealed === 0));
    const parts = await verify();
    expect(parts.map(({ broken }) => broken)).toEqual([null, null]);
    expect(parts[0]!.verified).toBe(10_000);
    expect(parts[1]!.verified).toBeGreaterThan(MANY);
    await database.query('ALTER TABLE audit_entries DISABLE TRIGGER append_only');
    const changed = await database.query<{ id: number }>(
      `UPDATE audit_entries SET action = 'spec.changed'
       WHERE id = (SELECT entry_id FROM audit_seals WHERE seq = 11000) RETURNING id::int`,
    );
    await database.query('ALTER TABLE audit_entries ENABLE TRIGGER append_only');
    expect((await verify()).map(({ broken }) => broken?.entry_id)).toEqual([undefined, changed.rows[0]!.id]);
    const { stdout } = await outcomeOf(parley.serviceData, 'audit', 'verify', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ verified: 10_999, broken: { entry_id: changed.rows[0]!.id } });
  });
});
