import { randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

/** A process that fails is replaced after this time. */
const LEASE_SECONDS = 10;

const TAKE = `
  INSERT INTO leases AS l (name, holder, fence, expires_at)
  VALUES ($1, $2, 1, statement_timestamp() + $3 * interval '1 second')
  ON CONFLICT (name) DO UPDATE
  SET holder = excluded.holder, fence = l.fence + (l.holder <> excluded.holder)::int, expires_at = excluded.expires_at
  WHERE l.holder = excluded.holder OR l.expires_at <= statement_timestamp()
  RETURNING fence`;

/** Another process has taken the task over. */
export class LeadershipLost extends Error {}

/**
 * Elects one process of a deployment for a task, by a lease that the leader extends. A leader that is paused for longer
 * than the lease has been replaced when it continues: each of its transactions begins with {@link hold}, which fails
 * then, so that it writes nothing. Raw SQL, because the clock of the database decides.
 */
export class Leadership {
  private readonly holder = randomUUID();
  private fence: number | undefined;

  /** @param task the name of the lease */
  constructor(
    private readonly source: DataSource,
    private readonly task: string,
  ) {}

  /** Takes the lease, or extends it: to be called before each step of the task. @returns whether this process leads */
  async lead(): Promise<boolean> {
    const [row] = await this.source.query<{ fence: number }[]>(TAKE, [this.task, this.holder, LEASE_SECONDS]);
    this.fence = row?.fence;
    return row !== undefined;
  }

  /**
   * No other process takes the lease until the end of the transaction.
   * @throws LeadershipLost if one has
   */
  async hold(manager: EntityManager): Promise<void> {
    const rows = await manager.query<unknown[]>(
      'SELECT FROM leases WHERE name = $1 AND holder = $2 AND fence = $3 FOR SHARE',
      [this.task, this.holder, this.fence ?? 0],
    );
    if (rows.length === 0) throw new LeadershipLost(`another process has taken over: ${this.task}`);
  }

  /** Ends the lease, so that the next process that asks gets it. Never rejects: a lease also ends by itself. */
  async giveUp(): Promise<void> {
    const { fence } = this;
    this.fence = undefined;
    if (fence === undefined) return;
    await this.source
      .query('UPDATE leases SET expires_at = statement_timestamp() WHERE name = $1 AND holder = $2 AND fence = $3', [
        this.task,
        this.holder,
        fence,
      ])
      .catch(() => undefined);
  }
}

@Injectable()
export class Leaderships {
  constructor(private readonly source: DataSource) {}

  /** @param task at most 40 characters */
  create(task: string): Leadership {
    return new Leadership(this.source, task);
  }
}
