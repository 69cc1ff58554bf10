/** Values that `run.js` passes to the configuration of Vitest. */

/**
 * The only tier that is run, if it is known: a project costs a third of a second of processor time, also if it is not
 * run.
 */
export const ONLY_TIER = process.env.TEST_ONLY;

/**
 * The folder of the modules that the tiers of this run have transformed. Nothing changes a module or a plugin
 * meanwhile.
 */
export const MODULES = process.env.TEST_MODULES;
