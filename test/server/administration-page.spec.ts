import { Administration } from '../support/administration.js';
import { figureHistory, presentFigures, SAMPLE_WAIT, sumOf } from '../support/figures.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const NOT_FOUND = { status: 404, body: { code: 'not_found' } };

describe('the figures of a node without Redis', () => {
  it('are of one node, and agree with the command', async () => {
    const parley = await sharedService();
    const { alice } = await users(parley, 'alice');
    const admin = await Administration.by(parley, alice, 'admin');
    await vi.waitFor(async () => {
      expect((await presentFigures(admin)).nodes).toEqual([
        expect.objectContaining({ last: expect.any(Object) as object }),
      ]);
    }, SAMPLE_WAIT);
    const { nodes, total, deployment } = await presentFigures(admin);
    expect(nodes).toHaveLength(1);
    expect(total).toEqual(nodes[0]!.last);
    expect(total).toMatchObject({ database_up: 1, redis_up: null, redis_seconds: null, scans_waiting: null });
    const { counted_at: countedAt, ...counts } = deployment!;
    expect(Date.parse(countedAt)).not.toBeNaN();
    expect(Object.keys(counts)).toEqual(Object.keys((await parley.parley('stats')) as object));
    await vi.waitFor(async () => {
      expect((await figureHistory(admin)).nodes).toContain(1);
    }, SAMPLE_WAIT);
    const history = await figureHistory(admin, nodes[0]!.id);
    expect(sumOf(history, 'memory_bytes')).toBeGreaterThan(0);
  });
});

describe('the administration page', () => {
  it('and its routes are not found in production, unless ADMIN_PAGE is on', async () => {
    const parley = await Service.start({ NODE_ENV: 'production' });
    try {
      const { alice } = await users(parley, 'alice');
      const admin = await Administration.by(parley, alice, 'admin');
      for (const path of ['me/', 'figures/', 'figures/history/'])
        expect(await admin.get(path)).toMatchObject(NOT_FOUND);
      for (const path of ['/admin', '/admin/']) {
        const response = await fetch(parley.url + path);
        expect({ status: response.status, body: await response.json() }).toMatchObject(NOT_FOUND);
      }
      expect(parley.output).not.toContain('/admin/');
      await parley.restart('SIGTERM', { ADMIN_PAGE: 'on' });
      expect(await Administration.as(parley, alice).get('me/')).toMatchObject({ status: 200, body: { role: 'admin' } });
      expect(parley.output).toContain(`The administration page is at ${parley.url}/admin/`);
    } finally {
      await parley.stop();
    }
  });
});
