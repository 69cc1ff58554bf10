import { startPgBouncer } from './pgbouncer.js';

/**
 * A PgBouncer that hands out connections per transaction, before the PostgreSQL that is kept already.
 * @param {string} folder
 */
export async function holdPooler(folder) {
  const { url: postgresUrl } = /** @type {{ readonly url: string }} */ (
    JSON.parse(process.env.PARLEY_TEST_POSTGRES ?? '{}')
  );
  const { url, stop } = await startPgBouncer(folder, postgresUrl, ['pool_mode=transaction']);
  return { settings: { url }, release: stop };
}
