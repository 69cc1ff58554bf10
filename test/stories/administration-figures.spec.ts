import { Administration } from '../support/administration.js';
import { figureHistory, presentFigures, SAMPLE_WAIT, sumOf } from '../support/figures.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { connectMember, createGroup, sendMessage } from '../support/messaging.js';

interface Rights {
  readonly role: string;
  readonly rights: readonly string[];
  readonly rights_on_users: Readonly<Record<'user' | 'moderator' | 'admin', readonly string[]>>;
}

let parley: Service;
let people: Record<'alice' | 'bob' | 'carol' | 'dave', TestUser>;
let admin: Administration;
let moderator: Administration;

beforeAll(async () => {
  parley = await sharedService();
  people = await users(parley, 'alice', 'bob', 'carol', 'dave');
  admin = await Administration.by(parley, people.alice, 'admin');
  moderator = await Administration.by(parley, people.bob, 'moderator');
});

describe('the user of the administration page', () => {
  it('is returned with the rights of the role', async () => {
    const ofAdmin = await admin.expect(admin.get<Rights>('me/'));
    expect(ofAdmin).toMatchObject({ user: { id: people.alice.id, username: people.alice.username }, role: 'admin' });
    expect(ofAdmin.rights).toEqual(expect.arrayContaining(['figures.read', 'audit.read', 'users.create']));
    expect(ofAdmin.rights_on_users.admin).toEqual(ofAdmin.rights_on_users.user);
    const ofModerator = await moderator.expect(moderator.get<Rights>('me/'));
    expect(ofModerator).toMatchObject({ role: 'moderator', rights_on_users: { moderator: [], admin: [] } });
    expect(ofModerator.rights).toContain('figures.read');
    expect(ofModerator.rights).not.toContain('audit.read');
    expect(ofModerator.rights_on_users.user).toContain('users.deactivate');
    expect(ofModerator.rights_on_users.user).not.toContain('users.delete');
  });

  it('has a role', async () => {
    const user = Administration.as(parley, people.carol);
    for (const path of ['me/', 'figures/', 'figures/history/']) {
      expect(await user.get(path)).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    }
  });
});

describe('the live figures', () => {
  it('have a sample of every node, and the counts of the deployment', async () => {
    for (let node = 0; node < parley.size; node += 1) {
      await vi.waitFor(async () => {
        const { nodes } = await presentFigures(moderator);
        expect(nodes).toHaveLength(parley.size);
        expect(nodes.filter(({ last }) => last === null)).toEqual([]);
      }, SAMPLE_WAIT);
    }
    const { nodes, total, deployment } = await presentFigures(moderator);
    expect(total).toMatchObject({ database_up: 1, redis_up: parley.size > 1 ? 1 : null });
    expect(total.memory_bytes).toBe(nodes.reduce((sum, { last }) => sum + (last?.memory_bytes ?? NaN), 0));
    expect(deployment).toMatchObject({ nodes: parley.size, pending_migrations: 0 });
    expect(Date.parse(deployment?.counted_at ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('have the queues of the deployment from one node', async () => {
    await vi.waitFor(async () => {
      const { nodes } = await presentFigures(admin);
      expect(nodes.filter(({ last }) => last && last.outbox_pending !== null)).toHaveLength(1);
    }, SAMPLE_WAIT);
  });

  it('count connections, messages, and the frames of their receivers', async () => {
    const { dave, carol } = people;
    const [one, other] = [await connectMember(dave), await connectMember(carol)];
    const room = await createGroup(one.device, [other]);
    for (let count = 0; count < 5; count += 1) await sendMessage(one.device, room, 'counted');
    await vi.waitFor(async () => {
      const { total } = await presentFigures(admin);
      const before = await figureHistory(admin);
      expect(total.connections).toBeGreaterThanOrEqual(2);
      expect(sumOf(before, 'messages')).toBeGreaterThanOrEqual(5);
      expect(sumOf(before, 'frames')).toBeGreaterThanOrEqual(10);
    }, SAMPLE_WAIT);
    const history = await figureHistory(admin);
    expect(history.step_seconds).toBe(10);
    for (const values of [history.nodes, ...Object.values(history.series)]) {
      expect(values.length).toBe(history.nodes.length);
      expect(values.length).toBeLessThanOrEqual(360);
    }
    const end = Date.parse(history.from) + 10_000 * history.nodes.length;
    expect(Math.abs(end - Date.now())).toBeLessThan(30_000);
    await Promise.all([one.device.close(), other.device.close()]);
  });

  it('refuse the history of an unknown node', async () => {
    expect(await admin.get('figures/history/?node=00000000-0000-0000-0000-000000000000')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await admin.get(`figures/history/?node=${'x'.repeat(37)}`)).toMatchObject({ status: 400 });
  });
});
