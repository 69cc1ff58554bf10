import { randomUUID } from 'node:crypto';

import { parse } from 'csv-parse/sync';

import { Administration } from '../support/administration.js';
import { createGroup } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

interface Entry {
  readonly id: number;
  readonly at: string;
  readonly actor: { readonly id: number; readonly username: string } | null;
  readonly subject: { readonly id: number; readonly username: string } | null;
  readonly origin: { readonly address: string } | null;
  readonly action: string;
  readonly room_id: string | null;
  readonly details: object;
}

interface Part {
  readonly verified: number;
  readonly unsealed: number;
  readonly head: object;
  readonly broken: object | null;
  readonly next_cursor: string | null;
}

let parley: Service;
let people: Record<'alice' | 'bob' | 'carol', TestUser>;
let admin: Administration;
/** Of whom the log has five entries: three of a role, and two of an activation. */
let grace: TestUser;

beforeAll(async () => {
  parley = await sharedService();
  people = await users(parley, 'alice', 'bob', 'carol');
  admin = await Administration.by(parley, people.alice, 'admin');
  ({ grace } = await users(parley, 'grace'));
  for (const role of ['moderator', 'admin', 'user']) {
    await admin.expect(admin.post(`users/${grace.username}/role/`, { role }));
  }
  for (const act of ['deactivate', 'activate']) await admin.expect(admin.post(`users/${grace.username}/${act}/`));
});

const actionsOf = async (filter: string): Promise<string[]> =>
  (await admin.all<Entry>(`audit/?user=${grace.username}${filter}`, 'entries')).map(({ action }) => action);

describe('the audit log of the administration', () => {
  it('is for administrators only', async () => {
    const moderator = await Administration.by(parley, people.bob, 'moderator');
    for (const path of ['audit/', 'audit/export/?format=csv', 'audit/verification/']) {
      expect(await moderator.get(path)).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    }
  });

  it('is listed in pages, the newest entry first', async () => {
    const seen = await admin.all<Entry>(`audit/?user=${grace.username}&limit=2`, 'entries');
    expect(seen.map(({ action }) => action)).toEqual([
      'users.activate',
      'users.deactivate',
      'users.set_role',
      'users.set_role',
      'users.set_role',
    ]);
    expect(seen[0]).toMatchObject({
      actor: { id: people.alice.id },
      subject: { id: grace.id, username: grace.username },
      origin: { address: '127.0.0.1' },
    });
    const { body } = await admin.get<{ entries: readonly Entry[]; next_cursor: string }>('audit/?limit=3');
    expect(body.entries).toHaveLength(3);
    const next = await admin.expect(
      admin.get<{ entries: readonly Entry[] }>(`audit/?limit=3&cursor=${body.next_cursor}`),
    );
    expect(next.entries[0]!.id).toBeLessThan(body.entries[2]!.id);
  });

  it('is selected by action, time, room and API key', async () => {
    await expect(actionsOf('&action=users.activate')).resolves.toEqual(['users.activate']);
    await expect(actionsOf('&action=users.')).resolves.toHaveLength(5);
    await expect(actionsOf('&action=user')).resolves.toEqual([]);
    const [newest, ...others] = await admin.all<Entry>(`audit/?user=${grace.username}`, 'entries');
    await expect(actionsOf(`&since=${newest!.at}`)).resolves.toEqual(['users.activate']);
    await expect(actionsOf(`&until=${others.at(-1)!.at}`)).resolves.toEqual(['users.set_role']);
    await expect(actionsOf(`&until=${others[0]!.at}&limit=1`)).resolves.toHaveLength(others.length);
    await expect(actionsOf(`&key_id=${randomUUID()}`)).resolves.toEqual([]);

    const { bob, carol } = people;
    const [phone, device] = [await bob.connect(), await carol.connect()];
    const room = await createGroup(phone, [{ user: carol, device }]);
    await phone.request('room.remove_members', { room_id: room.id, members: [carol.id] });
    const found = await admin.all<Entry>(`audit/?room_id=${room.id}&user=${carol.username}`, 'entries');
    expect(found).toEqual([expect.objectContaining({ action: 'room.remove_members', room_id: room.id })]);
    await Promise.all([phone.close(), device.close()]);
    const listed = await parley.parley('audit', 'list', '--user', grace.username, '--action', 'users.activate');
    expect(listed).toEqual([newest]);
    await expect(
      parley.parley('audit', 'list', '--user', grace.username, '--until', others[0]!.at, '--limit', '2'),
    ).resolves.toEqual(others.slice(0, 2));
  });

  it('refuses invalid filters', async () => {
    for (const [filter, field] of [
      ['action=x%25', 'action'],
      ['since=yesterday', 'since'],
      ['room_id=1', 'room_id'],
      ['cursor=x', 'cursor'],
      ['limit=101', 'limit'],
    ] as const) {
      expect(await admin.get(`audit/?${filter}`)).toMatchObject({
        status: 400,
        body: { [field]: [expect.any(String)] },
      });
    }
    expect(await admin.get('audit/export/')).toMatchObject({ status: 400, body: { format: [expect.any(String)] } });
    expect(await admin.get('audit/?user=nobody-of-this-name')).toMatchObject({ status: 404 });
  });
});

describe('an export of the audit log', () => {
  it('has the entries of the list as CSV, and is recorded', async () => {
    const entries = await admin.all<Entry>(`audit/?user=${grace.username}&action=users.`, 'entries');
    const response = await admin.download(`audit/export/?format=csv&user=${grace.username}&action=users.`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"');
    const rows = parse<Record<string, string>>(await response.text(), { columns: true });
    expect(rows).toMatchObject(
      entries.map(({ id, at, action, details }) => ({
        id: String(id),
        at,
        action,
        details: JSON.stringify(details),
        room_id: '',
        key: '',
        actor_id: String(people.alice.id),
        subject: grace.username,
        address: '127.0.0.1',
      })),
    );
    const [recorded] = await admin.all<Entry>(`audit/?user=${grace.username}&action=audit.export`, 'entries');
    expect(recorded).toMatchObject({
      actor: { id: people.alice.id },
      subject: { id: grace.id },
      details: { format: 'csv', action: 'users.', key_id: null, since: null, until: null },
    });
  });

  it('has the entries of the list as JSON lines', async () => {
    const filter = `user=${grace.username}&action=users.`;
    const entries = await admin.all<Entry>(`audit/?${filter}`, 'entries');
    const response = await admin.download(`audit/export/?format=jsonl&${filter}`);
    expect(response.headers.get('content-type')).toBe('application/jsonl; charset=utf-8');
    const text = await response.text();
    expect(text).toBe(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  });
});

describe('the verification', () => {
  it('goes on in parts to the end of the chain', async () => {
    const parts: Part[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const part: Part = await admin.expect(admin.get<Part>(`audit/verification/${cursor && `?cursor=${cursor}`}`));
      parts.push(part);
      cursor = part.next_cursor;
    }
    const last = parts.at(-1)!;
    expect(last).toMatchObject({ broken: null, next_cursor: null, head: { seq: last.verified } });
    expect(last.verified).toBeGreaterThan(0);
    expect(await admin.get('audit/verification/?cursor=x')).toMatchObject({ status: 400 });
  });
});
