const isComplete = process.env.TEST_SAMPLE === 'all';

/** The share of random cases that a gate tries. The parts of `npm run test:long` try all. */
const SHARE = isComplete ? 1 : 0.25;

/** Where a gate tries every third of the numbered steps of a case, `npm run test:long` tries all. */
export const STRIDE = isComplete ? 1 : 3;

/** The share of the highest permitted rate at which a gate sends. */
export const RATE_SHARE = isComplete ? 1 : 0.1;

/** @returns of cases that are alike, those to try in this tier: in a gate the first */
export const someOf = <Case>(cases: readonly Case[]): readonly Case[] => (isComplete ? cases : cases.slice(0, 1));

/** @param all random cases or rounds of a spec @returns those to try in this tier, at least one */
export const sampled = (all: number): number => Math.ceil(all * SHARE);
