export { Calls } from './calls.js';
export type { Call } from './calls.js';
