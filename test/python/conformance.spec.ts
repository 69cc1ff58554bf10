import { faultOf } from '../../sdk/conformance/play.js';
import type { Runner } from '../../sdk/conformance/runner.js';
import { runners, scenarios } from '../../sdk/conformance/suite.js';
import { framesOf } from '../../sdk/conformance/templates.js';
import { published } from '../support/contract.js';

/** Frames of which a scenario says that no service sends them yet, and short messages that are written as whole ones. */
const UNPUBLISHED = new Set(['unknown-events', 'malformed-frame']);

describe.concurrent.each(Object.entries(runners))('the conformance suite with the client for %s', (_name, start) => {
  let runner: Runner;

  beforeAll(() => {
    runner = start();
  });
  afterAll(() => runner.close());

  it.concurrent.each([...scenarios])('plays %s', async (_file, scenario) => {
    expect(await faultOf(scenario, runner)).toBeUndefined();
  });
});

describe('the scenarios of the conformance suite', () => {
  it('have names of their own and sentences that say what they prove', () => {
    const all = [...scenarios.values()];
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(all.filter(({ proves }) => !/^[`A-Z].*\.$/.test(proves))).toEqual([]);
  });

  it.each([...scenarios].filter(([file]) => !UNPUBLISHED.has(file.slice(3))))(
    'send frames of the published contract: %s',
    (_file, scenario) => {
      const faults = framesOf(scenario.steps).flatMap((frame) => {
        const name = 'error' in frame ? 'error' : (frame.eventType ?? 'status');
        return published().faultsOf(name, frame) ?? [];
      });
      expect(faults).toEqual([]);
    },
  );
});
