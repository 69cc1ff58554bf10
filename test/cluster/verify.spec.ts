import { TwoNodes } from '../support/two-nodes.js';
import { runVerify } from '../support/verify-run.js';

let nodes: TwoNodes;

beforeAll(async () => {
  nodes = await TwoNodes.shared();
});

describe('parley verify', () => {
  it('finds no fault in two nodes with users on both', async () => {
    const { code, report } = await runVerify(nodes.here.serviceData, `${nodes.here.url},${nodes.there.url}`);
    expect(report).toMatchObject({ lost: 0, doubled: 0, out_of_order: 0, wrong: 0, faults: [], unverified: [] });
    expect(report.accepted).toBeGreaterThan(0);
    expect(code).toBe(0);
  });
});
