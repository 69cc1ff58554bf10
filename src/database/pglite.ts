import type { PGlite, PGliteOptions } from '@electric-sql/pglite';

import { deferWasmOptimisation } from './wasm-tiering.js';

/**
 * Opens the folder of an embedded database with the required extensions. The library is loaded on demand: a node with
 * PostgreSQL does not need it in memory.
 */
export async function openPGlite(dataDir: string, options: Pick<PGliteOptions, 'loadDataDir'> = {}): Promise<PGlite> {
  deferWasmOptimisation();
  const { PGlite } = await import('@electric-sql/pglite');
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm');
  return PGlite.create({ ...options, dataDir, extensions: { pg_trgm } });
}
