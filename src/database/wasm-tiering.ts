import { setFlagsFromString } from 'node:v8';

/** In bytes of executed code, roughly: V8 optimises a WebAssembly function that has executed more than this. */
const TIERING_BUDGET = 400_000_000;

/**
 * Makes V8 optimise the functions of the embedded database later than by default. Opening the database executes many
 * functions a few times, and optimising them takes half of the processor time of a short command; functions that run
 * often are still optimised. Must be called before the database is loaded.
 */
export function deferWasmOptimisation(): void {
  setFlagsFromString(`--wasm-tiering-budget=${String(TIERING_BUDGET)}`);
}
