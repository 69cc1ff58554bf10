import { setFlagsFromString } from 'node:v8';

import type { PGlite, PGliteOptions } from '@electric-sql/pglite';

import { fileSystemError } from './file-system-error.js';

/** In bytes of executed code, roughly: V8 optimises a WebAssembly function that has executed more than this. */
const TIERING_BUDGET = 400_000_000;

/**
 * The pages that the embedded database keeps in memory. Setting them up is work at each start, in proportion to their
 * number: with the default of 128 MB it took a quarter of the processor time of a command. Other pages are in the cache
 * of the operating system.
 */
const SHARED_BUFFERS = '32MB';

/**
 * Makes V8 validate a function of the embedded database when it is first executed, because most never are, and optimise
 * it later than by default. Opening the database executes many functions a few times, and optimising them takes half of
 * the processor time of a short command; functions that run often are still optimised. Must be called before the database
 * is loaded.
 */
function deferWasmWork(): void {
  setFlagsFromString('--wasm-lazy-validation');
  setFlagsFromString(`--wasm-tiering-budget=${String(TIERING_BUDGET)}`);
}

/**
 * Opens the folder of an embedded database with the required extensions. The library is loaded on demand: a node with
 * PostgreSQL does not need it in memory.
 */
export async function openPGlite(dataDir: string, options: Pick<PGliteOptions, 'loadDataDir'> = {}): Promise<PGlite> {
  deferWasmWork();
  const { PGlite } = await import('@electric-sql/pglite');
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm');
  const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`];
  return PGlite.create({ ...options, dataDir, startParams, extensions: { pg_trgm } }).catch((error: unknown) => {
    throw fileSystemError(error, dataDir);
  });
}
