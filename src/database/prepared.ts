import type pg from 'pg';

import { GuardedClient } from './guarded-client.js';

const names = new Map<string, string>();

/**
 * A statement that each connection to PostgreSQL reads and plans once, and not whenever it is asked: for those that
 * are asked all the time, and are over sooner than planned.
 * @param statement always of the same text: what differs from one time to the next is a parameter
 * @returns the statement, to be asked as any other
 */
export function prepared(statement: string): string {
  if (!names.has(statement)) names.set(statement, `parley_${String(names.size + 1)}`);
  return statement;
}

/**
 * A connection that gives statements which are {@link prepared} their names. Not for the embedded database, whose one
 * session is everybody's, and would hold the statements of connections that are gone.
 */
export class PreparingClient extends GuardedClient {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const ask = this.query.bind(this) as (statement: unknown, ...more: unknown[]) => unknown;
    this.query = ((statement: unknown, ...more: unknown[]) => ask(named(statement), ...more)) as pg.Client['query'];
  }
}

function named(statement: unknown): unknown {
  const name = typeof statement === 'string' ? names.get(statement) : undefined;
  return name === undefined ? statement : { name, text: statement };
}
