import { setFlagsFromString } from 'node:v8';

/** In bytes of executed code, roughly: V8 optimises a WebAssembly function that has executed more than this. */
const TIERING_BUDGET = 400_000_000;

/**
 * Makes V8 optimise the functions of the embedded database later than it does by itself. Opening the database executes
 * many functions a few times, and optimising them takes half of the processor time of a short command; a function that
 * does much work is optimised all the same. To be called before the database is loaded.
 */
export function deferWasmOptimisation(): void {
  setFlagsFromString(`--wasm-tiering-budget=${String(TIERING_BUDGET)}`);
}
