import { NODES, planFrom } from './plan.js';
import type { Step } from './plan.js';

const DISRUPTIONS = 7;

function steps(seed: number, count: number): Step[] {
  const plan = planFrom(seed);
  return Array.from({ length: count }, () => plan.next().value);
}

/** The fault, with all nodes counted as one kind of part. */
const kindOf = ({ parts, signal }: Step): string =>
  [signal, ...parts.map((part) => (NODES.includes(part) ? 'a node' : part))].join(' ');

describe('the plan of faults', () => {
  it('is the same for the same seed, and differs for another', () => {
    expect(steps(7, 50)).toEqual(steps(7, 50));
    expect(steps(8, 50)).not.toEqual(steps(7, 50));
  });

  it('makes every fault once before it repeats one', () => {
    const kinds = steps(7, 10 * DISRUPTIONS).map(kindOf);
    for (let at = 0; at < kinds.length; at += DISRUPTIONS) {
      expect(kinds.slice(at, at + DISRUPTIONS).toSorted()).toEqual(
        [
          'SIGKILL a node',
          'SIGKILL a node a node',
          'SIGTERM a node',
          'SIGTERM a node a node',
          'SIGKILL Redis',
          'SIGSTOP Redis',
          'SIGQUIT PostgreSQL',
        ].toSorted(),
      );
    }
  });

  it('affects every node, and never all nodes at once', () => {
    const groups = steps(7, 10 * DISRUPTIONS).map(({ parts }) => parts.filter((part) => NODES.includes(part)));
    expect([...new Set(groups.flat())].toSorted()).toEqual(NODES);
    for (const nodes of groups) expect(new Set(nodes).size).toBeLessThan(NODES.length);
  });
});
