import { Administration } from '../support/administration.js';
import { figureHistory, presentFigures, SAMPLE_WAIT, sumOf } from '../support/figures.js';
import { users } from '../support/people.js';
import { sharedService } from '../support/shared-services.js';

describe('the figures of a node without Redis', () => {
  it('are of one node, and agree with the command', async () => {
    const parley = await sharedService();
    const { alice } = await users(parley, 'alice');
    const admin = await Administration.by(parley, alice, 'admin');
    // The next answer may have no sample again.
    const { nodes, total, deployment } = await vi.waitFor(async () => {
      const present = await presentFigures(admin);
      expect(present.nodes.map(({ last }) => last === null)).toEqual([false]);
      return present;
    }, SAMPLE_WAIT);
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
