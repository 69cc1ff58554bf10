import type { TierResult } from './vitest-run.js';
import { verdictOf } from './verdict.js';

const file = (name: string, passed: number, failed = 0) => ({ file: name, passed, failed, seconds: 1, output: '' });
const tier = (name: string, ...files: TierResult['files']): TierResult => ({
  tier: name,
  seconds: 1,
  processorSeconds: 2,
  files,
  endedWell: files.every(({ failed }) => failed === 0),
});

describe('the verdict of a gate', () => {
  it('counts the tests of all tiers', () => {
    const tiers = [tier('unit', file('a', 2), file('b', 3)), tier('stories', file('c', 4))];
    expect(verdictOf(tiers, [])).toEqual({ passed: 9, failed: 0, flaky: [], passes: true });
  });

  it('fails if a file fails twice', () => {
    const first = file('a', 2, 1);
    const verdict = verdictOf([tier('unit', first)], [{ tier: 'unit', first, second: tier('unit', file('a', 2, 1)) }]);
    expect(verdict).toEqual({ passed: 2, failed: 1, flaky: [], passes: false });
  });

  it('fails if a failed file was not run again', () => {
    const first = file('a', 2, 1);
    expect(verdictOf([tier('unit', first)], [{ tier: 'unit', first }])).toMatchObject({ failed: 1, passes: false });
  });

  it('fails if the second run of a file ran no file', () => {
    const first = file('a', 2, 1);
    const repeated = [{ tier: 'unit', first, second: tier('unit') }];
    expect(verdictOf([tier('unit', first)], repeated)).toMatchObject({ failed: 1, passes: false });
  });

  it.each([
    [2, true],
    [3, false],
  ])('with %i files that pass alone: passes = %s', (count, passes) => {
    const firsts = Array.from({ length: count }, (_, at) => file(String(at), 1, 1));
    const repeated = firsts.map((first) => ({ tier: 'unit', first, second: tier('unit', file(first.file, 2)) }));
    const verdict = verdictOf([tier('unit', ...firsts)], repeated);
    expect(verdict).toMatchObject({ passed: 2 * count, failed: 0, passes });
    expect(verdict.flaky).toHaveLength(count);
  });

  it('fails if the runner failed outside of every test', () => {
    expect(verdictOf([{ ...tier('unit', file('a', 2)), endedWell: false }], [])).toMatchObject({
      failed: 1,
      passes: false,
    });
  });

  it('fails if no test ran', () => expect(verdictOf([tier('unit')], [])).toMatchObject({ passed: 0, passes: false }));
});
