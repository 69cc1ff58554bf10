import type pg from 'pg';

import { CheckedClient } from './history/checked-client.js';
import type { CheckedConfig } from './history/checked-client.js';

const names = new Map<string, string>();

/**
 * Marks a statement as prepared: each connection to PostgreSQL parses and plans it once. For frequent statements that
 * take less time than their planning.
 * @param statement a constant text; variable parts are parameters
 * @returns the statement, for normal queries
 */
export function prepared(statement: string): string {
  if (!names.has(statement)) names.set(statement, `parley_${String(names.size + 1)}`);
  return statement;
}

/**
 * A connection that names {@link prepared} statements. Not for the embedded database, whose one session is shared by
 * all clients, and would keep the statements of closed connections.
 */
export class PreparingClient extends CheckedClient {
  constructor(config: CheckedConfig) {
    super(config);
    const query = this.query.bind(this) as (statement: unknown, ...more: unknown[]) => unknown;
    this.query = ((statement: unknown, ...more: unknown[]) => query(named(statement), ...more)) as pg.Client['query'];
  }
}

function named(statement: unknown): unknown {
  const name = typeof statement === 'string' ? names.get(statement) : undefined;
  return name === undefined ? statement : { name, text: statement };
}
