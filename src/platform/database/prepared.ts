import type pg from 'pg';

import type { WorkerConditions } from './distribution/worker-conditions.js';
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

/** A statement, or one that the connection keeps under a name. */
type Sent = string | { readonly name: string; readonly text: string };

/** A connection of the pool, with the conditions of its database for workers. */
export class PooledClient extends CheckedClient {
  private readonly conditions: WorkerConditions | undefined;

  constructor(config: CheckedConfig) {
    super(config);
    this.conditions = config.conditions;
    const query = this.query.bind(this) as (statement: unknown, ...more: unknown[]) => unknown;
    this.query = ((statement: unknown, ...more: unknown[]) =>
      query(typeof statement === 'string' ? this.sent(statement) : statement, ...more)) as pg.Client['query'];
  }

  protected sent(statement: string): Sent {
    return this.textOf(statement);
  }

  protected textOf(statement: string): string {
    return this.conditions?.textOf(statement) ?? statement;
  }
}

/**
 * A connection that names {@link prepared} statements. Not for the embedded database, whose one session is shared by
 * all clients, and would keep the statements of closed connections.
 */
export class PreparingClient extends PooledClient {
  protected override sent(statement: string): Sent {
    const name = names.get(statement);
    return name === undefined ? this.textOf(statement) : { name, text: this.textOf(statement) };
  }
}
