import type pg from 'pg';

import type { WorkerConditions } from '../distribution/worker-conditions.js';
import { GuardedClient } from '../guarded-client.js';
import type { Query } from '../query.js';
import type { DatabaseHistory, PooledConnection } from './database-history.js';

type Connected = ((error: Error) => void) & ((error: null, client: pg.Client) => void);

export interface CheckedConfig extends pg.ClientConfig {
  readonly history: DatabaseHistory;
  /** By default the database is not distributed. */
  readonly conditions?: WorkerConditions;
  /** Connections to the same database that are not checked. */
  readonly Unchecked: new (config: CheckedConfig) => GuardedClient;
}

/** A connection that the pool gets once the history of the database is known to continue. */
export class CheckedClient extends GuardedClient {
  private readonly history: DatabaseHistory;

  constructor(private readonly config: CheckedConfig) {
    super(config);
    this.history = config.history;
  }

  override connect(): Promise<pg.Client>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.Client> | undefined {
    const checked = this.connectChecked();
    if (!connected) return checked;
    checked.then(
      () => connected(null, this),
      (error: unknown) => connected(error as Error),
    );
    return undefined;
  }

  private async connectChecked(): Promise<pg.Client> {
    await super.connect();
    const connection = this.asPooled();
    this.on('error', () => this.history.lost());
    this.on('end', () => this.history.ended(connection));
    try {
      await this.history.check(connection);
    } catch (error) {
      void this.end().catch(() => undefined);
      throw error;
    }
    return this;
  }

  private asPooled(): PooledConnection {
    return {
      run: runOn(this),
      another: async () => {
        const client = new this.config.Unchecked(this.config);
        await client.connect();
        return { run: runOn(client), end: () => client.end() };
      },
      discard: () => (this.connection as unknown as { stream: { destroy(): void } }).stream.destroy(),
    };
  }
}

const runOn =
  (client: pg.Client): Query =>
  async (statement, parameters) =>
    (await client.query(statement, parameters)).rows as never;
