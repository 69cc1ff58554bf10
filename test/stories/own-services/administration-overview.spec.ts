import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Administration } from '../../support/administration.js';
import { connected } from '../../support/database.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { Service } from '../../support/service.js';

interface Overview {
  readonly version: string;
  readonly health: { readonly status: string; readonly details: Readonly<Record<string, object>> };
  readonly disk: { readonly free: number; readonly size: number } | null;
  readonly backup: { readonly is_known: boolean; readonly at: string | null };
  readonly reports: { readonly open: number; readonly about_you: number };
  readonly deployment: object | null;
  readonly warnings: readonly { readonly code: string }[];
}

let parley: Service;
let people: Record<'alice' | 'bob' | 'carol', TestUser>;
let admin: Administration;

beforeAll(async () => {
  parley = await Service.start();
  people = await users(parley, 'alice', 'bob', 'carol');
  admin = await Administration.by(parley, people.alice, 'admin');
});
afterAll(() => parley.stop());

const overview = (by = admin): Promise<Overview> => by.expect(by.get<Overview>('overview/'));
const codes = async (): Promise<string[]> => (await overview()).warnings.map(({ code }) => code);
const isEmbedded = (): boolean => parley.serviceData.env.DATABASE_URL === undefined;
const report = async (from: TestUser, about: TestUser): Promise<void> => {
  const device = await from.connect();
  await device.request('message.report', { user_id: about.id, reason: 'abuse', comment: 'a secret comment' });
  await device.close();
};

describe('the overview', () => {
  it('has the version, the health, the disk and the counts', async () => {
    const shown = await overview();
    expect(shown).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      health: { status: 'ok', details: { database: { status: 'up' } } },
      disk: { free: expect.any(Number) as number, size: expect.any(Number) as number },
      reports: { open: 0, about_you: 0 },
    });
    expect(shown.health.details.redis === undefined).toBe(parley.size === 1);
    await vi.waitFor(async () => {
      expect((await overview()).deployment).toMatchObject({ users: { total: expect.any(Number) as number } });
    });
  });

  it('says to the only administrator how many reports are about them, and nothing else of these', async () => {
    await report(people.bob, people.alice);
    await report(people.bob, people.carol);
    const shown = await overview();
    expect(shown.reports).toEqual({ open: 1, about_you: 1 });
    expect(JSON.stringify(shown)).not.toContain('a secret comment');
    expect(JSON.stringify(shown)).not.toContain(people.bob.username);
  });

  it('warns until there is a second administrator', async () => {
    expect(await codes()).toEqual(expect.arrayContaining(['public_url_missing', 'no_second_administrator']));
    await parley.parley('users', 'set-role', people.carol.username, 'admin');
    expect(await codes()).not.toContain('no_second_administrator');
    await parley.parley('users', 'set-role', people.carol.username, 'user');
    expect(await codes()).toContain('no_second_administrator');
  });

  it('shows a moderator no warnings, and a user nothing', async () => {
    const moderator = await Administration.by(parley, people.bob, 'moderator');
    expect(await overview(moderator)).toMatchObject({ warnings: [], reports: { open: 2, about_you: 0 } });
    const user = Administration.as(parley, people.carol);
    expect(await user.get('overview/')).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
  });

  it('warns of a webhook whose receiver accepts nothing', async () => {
    expect(await codes()).not.toContain('webhook_failing');
    const { id } = (await parley.parley('webhooks', 'create', 'http://127.0.0.1:9/')) as { readonly id: string };
    const database = await connected(parley.serviceData);
    await database.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, event, message_ids, state, attempts, ended_at)
       SELECT gen_random_uuid(), $1, 'ping', '{}', 'dead', 8, now() FROM generate_series(1, 2)`,
      [id],
    );
    await database.end();
    expect((await overview()).warnings).toContainEqual({ code: 'webhook_failing', webhook_id: id, deliveries: 2 });
  });

  it('knows the last backup of the embedded database, and says that it knows none of PostgreSQL', async () => {
    if (!isEmbedded()) {
      expect((await overview()).backup).toEqual({ is_known: false, at: null });
      expect(await codes()).not.toContain('no_backup');
      return;
    }
    expect((await overview()).backup).toEqual({ is_known: true, at: null });
    expect(await codes()).toContain('no_backup');
    const folder = parley.serviceData.env.DATA_DIR ?? '';
    await parley.parley('backup', join(folder, '..', `${String(process.pid)}.backup`));
    const { backup } = await overview();
    expect(Date.parse(backup.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(await codes()).not.toContain('no_backup');
    const days = 9 * 86_400_000;
    const kept = JSON.stringify({ at: new Date(Date.now() - days).toISOString() });
    await writeFile(join(folder, 'last-backup.json'), kept);
    expect((await overview()).warnings).toContainEqual({ code: 'backup_old', days: 9 });
    await writeFile(join(folder, 'last-backup.json'), 'by hand');
    expect(await codes()).toContain('no_backup');
  });
});
