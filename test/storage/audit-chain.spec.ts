import type pg from 'pg';

import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { outcomeOf } from '../support/command.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';

interface Verification {
  readonly verified: number;
  readonly unsealed: number;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly broken: { readonly entry_id: number; readonly reason: string } | null;
}

let parley: Service;
let database: pg.Client;

beforeAll(async () => {
  parley = await Service.start();
  database = await connected(parley.serviceData);
});
afterAll(async () => {
  await database.end();
  await parley.stop();
});

const verify = async (): Promise<Verification> => {
  const { stdout } = await outcomeOf(parley.serviceData, 'audit', 'verify', '--json');
  return JSON.parse(stdout) as Verification;
};

/** Writes entries, and waits for their seals. */
async function sealed(): Promise<Verification> {
  const { alice, bob } = await users(parley, 'alice', 'bob');
  for (const role of ['moderator', 'user']) await parley.parley('users', 'set-role', alice.username, role);
  await parley.parley('users', 'erase', bob.username, '--yes');
  let found: Verification | undefined;
  await eventually(async () => {
    found = await verify();
    return found.unsealed === 0;
  });
  return found!;
}

/** Changes what the database refuses to change. */
async function tamper(table: string, statement: string): Promise<void> {
  await database.query(`ALTER TABLE ${table} DISABLE TRIGGER append_only`);
  await database.query(statement);
  await database.query(`ALTER TABLE ${table} ENABLE TRIGGER append_only`);
}

describe('the hash chain over the audit log', () => {
  it('holds over every entry, also after the erasure of a person, and grows', async () => {
    const first = await sealed();
    expect(first.broken).toBeNull();
    const { rows } = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM audit_entries');
    expect(first.verified).toBe(rows[0]!.count);
    const next = await sealed();
    expect(next.verified).toBeGreaterThan(first.verified);
    expect(next.head.hash).not.toBe(first.head.hash);
    const { rows: kept } = await database.query<{ hash: Buffer }>('SELECT hash FROM audit_seals WHERE seq = $1', [
      first.head.seq,
    ]);
    expect(kept[0]!.hash.toString('hex')).toBe(first.head.hash);
  });

  it('cannot be changed in the database', async () => {
    await expect(database.query(`UPDATE audit_seals SET hash = ''`)).rejects.toThrow('append-only');
    await expect(database.query('DELETE FROM audit_seals')).rejects.toThrow('append-only');
  });

  it('names the first entry that was changed, and ends with 1', async () => {
    const { head } = await sealed();
    const { rows } = await database.query<{ id: number }>(
      'SELECT entry_id::int AS id FROM audit_seals WHERE seq = $1',
      [head.seq - 1],
    );
    const id = rows[0]!.id;
    const change = (to: string) => `UPDATE audit_entries SET subject_id = ${to} WHERE id = ${String(id)}`;
    await tamper('audit_entries', change('subject_id + 1'));
    await expect(outcomeOf(parley.serviceData, 'audit', 'verify')).resolves.toMatchObject({ code: 2 });
    await expect(verify()).resolves.toMatchObject({
      verified: head.seq - 2,
      broken: { entry_id: id, reason: 'changed' },
    });
    await tamper('audit_entries', change('subject_id - 1'));
    await expect(verify()).resolves.toMatchObject({ broken: null });
  });

  it('names a removed entry', async () => {
    const { head } = await sealed();
    const { rows } = await database.query<{ id: number }>(
      'SELECT entry_id::int AS id FROM audit_seals WHERE seq = $1',
      [head.seq],
    );
    const id = rows[0]!.id;
    await tamper('audit_entries', `DELETE FROM audit_entries WHERE id = ${String(id)}`);
    await expect(verify()).resolves.toMatchObject({ broken: { entry_id: id, reason: 'removed' } });
  });
});
