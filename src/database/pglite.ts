import type { PGlite, PGliteOptions } from '@electric-sql/pglite';

import { deferWasmOptimisation } from './wasm-tiering.js';

/**
 * Opens the folder of an embedded database, with the extensions that ours has. Loaded only where it is used: a node on
 * PostgreSQL has no need of a second one in memory.
 */
export async function openPGlite(dataDir: string, options: Pick<PGliteOptions, 'loadDataDir'> = {}): Promise<PGlite> {
  deferWasmOptimisation();
  const { PGlite } = await import('@electric-sql/pglite');
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm');
  return PGlite.create({ ...options, dataDir, extensions: { pg_trgm } });
}
