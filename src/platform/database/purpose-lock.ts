import { statement } from './statement.js';
import type { QuerySource } from './query.js';

/** The numbers of locks, which no other program is likely to use for the same database. */
const NUMBERS = { firstStart: 1_798_000_001, signUps: 1_799_000_001, mails: 1_799_400_001 } as const;

const LOCK = statement('database.lock_purpose', {
  parameters: { number: 'int8' },
  columns: { locked: 'bool not null' },
  text: ({ number }) => `SELECT pg_advisory_xact_lock(${number}) IS NOT NULL AS locked`,
});

/** Has others who do the same wait until the transaction ends. */
export async function lockFor(transaction: QuerySource, purpose: keyof typeof NUMBERS): Promise<void> {
  await LOCK.one(transaction, { number: NUMBERS[purpose] });
}
