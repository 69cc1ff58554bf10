import pg from 'pg';

import { CannotStart } from '../config/config.js';
import type { Pooler } from '../config/variables.js';
import { connect } from './data-source.js';

/** PgBouncer refuses settings of a session that it is not configured to ignore. */
const PROTOCOL_VIOLATION = '08P01';
const UNSUPPORTED_SETTING = 'unsupported startup parameter';

/**
 * Whether a pooler is between the service and PostgreSQL. One that hands out connections per transaction keeps neither
 * settings of a session nor prepared statements.
 * @param declared `DATABASE_POOLER`; undefined: it is found out
 * @throws CannotStart if the pooler cannot be used
 * @throws Error if the database cannot be reached
 */
export async function findPooler(url: string, declared: Pooler | undefined): Promise<Pooler> {
  if (declared !== 'transaction' && (await keepsSettings(url))) return 'none';
  if (declared === 'none') {
    throw new CannotStart(
      'DATABASE_URL leads to a pooler, which keeps no settings of a session: remove DATABASE_POOLER, or set it to transaction.',
    );
  }
  await expectTransactions(url);
  return 'transaction';
}

/** Options in the URL replace those of the service: then settings that are refused show a pooler, lost ones do not. */
async function keepsSettings(url: string): Promise<boolean> {
  try {
    const client = await connect(url, 'none');
    try {
      const { rows } = await client.query<{ kept: string | null }>(
        `SELECT current_setting('parley.session', true) AS kept`,
      );
      return rows[0]?.kept === 'kept' || url.includes('options=');
    } finally {
      await client.end();
    }
  } catch (error) {
    if (refusesSettings(error)) return false;
    throw error;
  }
}

const refusesSettings = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === PROTOCOL_VIOLATION &&
  error.message.startsWith(UNSUPPORTED_SETTING);

/** A pooler that hands out connections per statement refuses transactions. */
async function expectTransactions(url: string): Promise<void> {
  const client = await connect(url, 'transaction');
  try {
    await client.query('BEGIN');
    await client.query('COMMIT');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new CannotStart(
      `The pooler of DATABASE_URL refuses transactions (${error.message}): set its pool_mode to transaction.`,
    );
  } finally {
    await client.end();
  }
}
