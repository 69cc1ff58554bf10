/** The share of random cases that a gate tries. The tiers of `npm run test:long` try all. */
const SHARE = process.env.TEST_SAMPLE === 'all' ? 1 : 0.25;

/** Where a gate tries every third of the numbered steps of a case, `npm run test:long` tries all. */
export const STRIDE = process.env.TEST_SAMPLE === 'all' ? 1 : 3;

/** @param all random cases or rounds of a spec @returns those to try in this tier, at least one */
export const sampled = (all: number): number => Math.ceil(all * SHARE);
