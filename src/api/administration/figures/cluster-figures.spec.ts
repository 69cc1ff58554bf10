import { Hub } from '@parley/realtime/hub';

import { ClusterFigures } from './cluster-figures.js';
import { combined } from './figures.js';
import { STEP_MS, stepAt, STEPS } from './sample-ring.js';

const OWN = 'node-5';
const HOUR_MS = 3_600_000;

const connected = (connections: number) => ({ ...combined([]), connections });

let hub: Hub;
let figures: ClusterFigures;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 * STEP_MS });
  hub = new Hub({ nodeId: OWN });
  figures = new ClusterFigures(hub);
  figures.onModuleInit();
});
afterEach(() => {
  vi.useRealTimers();
});

const present = (): number => stepAt(Date.now());

/** A sample of another node. */
function arrives(node: string, connections: number, step = present()): void {
  hub.publishToNodes('figures.sample', { node, version: '1.0.0', step, figures: { connections } });
}

/** A step of this node, and of another if it has connections. */
function passes(own: number, other?: number): void {
  vi.advanceTimersByTime(STEP_MS);
  figures.publish(present(), connected(own));
  if (other !== undefined) arrives('node-7', other);
}

/** The connections in each step of the history, and the nodes that they are of. */
function history(node?: string) {
  const now = Date.now();
  vi.setSystemTime(now + STEP_MS / 2);
  const { samples = [] } = figures.history(node) ?? {};
  vi.setSystemTime(now);
  return samples.map((sample) => [sample.nodes, sample.figures.connections]);
}

describe('the figures of all nodes', () => {
  it('are summed in each step, beginning with the first sample of this node', () => {
    arrives('node-7', 9);
    passes(1);
    passes(1, 20);
    passes(2, 30);
    vi.advanceTimersByTime(STEP_MS);
    passes(3);
    expect(history()).toEqual([
      [1, 1],
      [2, 21],
      [2, 32],
      [0, null],
      [1, 3],
    ]);
    expect(history('node-7')).toEqual([
      [1, 9],
      [0, null],
      [1, 20],
      [1, 30],
      [0, null],
      [0, null],
    ]);
    expect(figures.history()?.from).toBe(1_001);
    expect(figures.history('node-8')).toBeUndefined();
  });

  it('are empty before the first sample', () => expect(figures.history()).toEqual({ from: 1_000, samples: [] }));

  it('have no more than an hour, also of a node whose clock is wrong', () => {
    for (let step = 0; step < STEPS + 5; step += 1) {
      passes(step);
      arrives('node-7', step, present() - 40_000);
    }
    expect(history()).toEqual(Array.from({ length: STEPS }, (_, at) => [2, 2 * (at + 5)]));
  });

  it('do not have a node that has been silent for half a minute, whose history stays for an hour', () => {
    passes(1, 2);
    expect(figures.node('node-7')).toMatchObject({ version: '1.0.0', last: { connections: 2 } });
    passes(1);
    expect(figures.node('node-7')).toBeDefined();
    passes(1);
    passes(1);
    vi.advanceTimersByTime(1);
    expect(figures.node('node-7')).toBeUndefined();
    expect(figures.history('node-7')).toBeDefined();
    vi.advanceTimersByTime(HOUR_MS);
    figures.publish(present(), connected(1));
    expect(figures.history('node-7')).toBeUndefined();
  });

  it('are those of a hundred nodes at most, without those that have been silent longest', () => {
    figures.publish(present(), connected(1));
    for (let node = 0; node < 150; node += 1) arrives(`other-${String(node)}`, 1);
    expect(figures.history(OWN)).toBeDefined();
    expect(figures.history('other-50')).toBeUndefined();
    expect(figures.history('other-51')).toBeDefined();
  });

  it('ignore what is no sample of this release', () => {
    for (const packet of [
      'x',
      {},
      { node: 'node-7', version: '1.0.0', step: 'x' },
      { node: 7, version: '', step: 1 },
    ]) {
      hub.publishToNodes('figures.sample', packet);
    }
    arrives('node-8', 1);
    expect([figures.node('node-7'), figures.node('node-8')?.last.connections]).toEqual([undefined, 1]);
  });

  it('are counted for the deployment by the first node by id of those that are not silent', () => {
    expect(figures.isFirst).toBe(true);
    passes(1, 2);
    expect(figures.isFirst).toBe(true);
    arrives('node-3', 1);
    expect(figures.isFirst).toBe(false);
    for (let step = 0; step < 4; step += 1) passes(1);
    expect(figures.isFirst).toBe(true);
  });
});
