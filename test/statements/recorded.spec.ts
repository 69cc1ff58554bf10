import { EXCEPTIONS } from './exceptions.js';
import type { Exception } from './exceptions.js';
import { breachesOf, recordedTiers } from './recorded.js';
import type { Breach } from './recorded.js';

const exceptionsFor = ({ text }: Breach): Exception[] => EXCEPTIONS.filter(({ part }) => text.includes(part));

const unexpected = (breach: Breach): boolean => {
  const allowed = exceptionsFor(breach).flatMap(({ rules }) => rules as readonly string[]);
  return breach.rules.some((rule) => !allowed.includes(rule));
};

describe('the statements that the services and the commands have sent', () => {
  it('were recorded', () => {
    expect(recordedTiers(), 'run one of the recorded tiers before, by test/runner/run.js').not.toEqual([]);
  });

  it.each(recordedTiers())('follow the rules, in the tier %s', async (tier) => {
    expect((await breachesOf(tier)).filter(unexpected)).toEqual([]);
  });

  // A run of single files records a part of the statements.
  it.runIf(process.env.TEST_WHOLE_TIERS).each(recordedTiers())(
    'still need every exception, in the tier %s',
    async (tier) => {
      const breaches = await breachesOf(tier);
      const needed = EXCEPTIONS.filter((exception) => (exception.tier ?? 'stories') === tier);
      const unneeded = needed.flatMap((exception) => {
        const covered = breaches.filter(({ text }) => text.includes(exception.part)).flatMap(({ rules }) => rules);
        const rules = exception.rules.filter((rule) => !covered.includes(rule));
        return rules.length === 0 ? [] : [{ ...exception, rules }];
      });
      expect(unneeded).toEqual([]);
    },
  );
});
