import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import type { Work } from '../../platform/database/unit-of-work.js';
import { isUsable } from './subscription-sql.js';

/** The endpoint of a browser, and the keys that encrypt pushes for it. */
export interface PushTarget {
  readonly endpoint: string;
  /** Its public key, 65 bytes as base64url. */
  readonly p256dh: string;
  /** 16 bytes as base64url. */
  readonly auth: string;
}

export interface Subscriber {
  readonly userId: number;
  /** The log-in that creates it; undefined for tokens of another issuer. */
  readonly family: string | undefined;
}

/** The public fields of a subscription. */
export interface KnownSubscription {
  readonly id: string;
  readonly host: string;
  readonly createdAt: Date;
  readonly lastOkAt: Date | null;
}

export interface KeptSubscription {
  readonly subscription: KnownSubscription;
  /** Whether it was added; if not, it was confirmed. */
  readonly isNew: boolean;
}

interface Row {
  readonly id: string;
  readonly host: string;
  readonly created_at: Date;
  readonly last_ok_at: Date | null;
}

/** The limit of browsers per user; one more replaces the one that was confirmed longest ago. */
const MOST = 20;

const COLUMNS = 's.id, s.host, s.created_at, s.last_ok_at';

/** The table of browsers that receive pushes. */
@Injectable()
export class SubscriptionsRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Adds or confirms a subscription. A browser that belonged to another user no longer does: that user's pending pushes
   * do not reach it.
   * @param id of a new subscription
   */
  async keep(
    manager: Work['manager'],
    id: string,
    { userId, family }: Subscriber,
    { endpoint, p256dh, auth }: PushTarget,
  ): Promise<KeptSubscription> {
    // Serializes the subscriptions of a user, so that the limit holds.
    await manager.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    await manager.query('DELETE FROM push_subscriptions WHERE endpoint = $1 AND user_id <> $2', [endpoint, userId]);
    const [row] = await manager.query<[Row & { is_new: boolean }]>(
      `INSERT INTO push_subscriptions AS s (id, user_id, family, endpoint, host, p256dh, auth)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (endpoint) DO UPDATE
       SET family = excluded.family, p256dh = excluded.p256dh, auth = excluded.auth, confirmed_at = now()
       RETURNING ${COLUMNS}, s.id = $1 AS is_new`,
      [id, userId, family ?? null, endpoint, new URL(endpoint).host, p256dh, auth],
    );
    await this.keepNewest(manager, userId);
    return { subscription: fromRow(row), isNew: row.is_new };
  }

  /** The valid subscriptions of a user, the oldest first. */
  async byUser(userId: number): Promise<(KnownSubscription & PushTarget)[]> {
    const rows = await this.source.query<(Row & PushTarget)[]>(
      `SELECT ${COLUMNS}, s.endpoint, s.p256dh, s.auth
       FROM push_subscriptions s JOIN users u ON u.id = s.user_id
       WHERE s.user_id = $1 AND ${isUsable('s', 'u')} ORDER BY s.created_at, s.id`,
      [userId],
    );
    return rows.map((row) => ({ ...fromRow(row), endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth }));
  }

  /** Does nothing if this user has no such subscription. */
  async remove(userId: number, endpoint: string): Promise<void> {
    await this.source.query('DELETE FROM push_subscriptions WHERE user_id = $1 AND endpoint = $2', [userId, endpoint]);
  }

  /** For a subscription that its push service has ended. */
  async removeById(id: string): Promise<void> {
    await this.source.query('DELETE FROM push_subscriptions WHERE id = $1', [id]);
  }

  /** Records whether its push service accepted a push. */
  async tried(id: string, taken: boolean): Promise<void> {
    await this.source.query(
      `UPDATE push_subscriptions
       SET last_ok_at = CASE WHEN $2 THEN now() ELSE last_ok_at END, failures = CASE WHEN $2 THEN 0 ELSE failures + 1 END
       WHERE id = $1`,
      [id, taken],
    );
  }

  /** Whether there is a subscription. If not, none can be added until the transaction ends. */
  async areThere(manager: Work['manager']): Promise<boolean> {
    if (await this.isAny(manager)) return true;
    await manager.query('LOCK TABLE push_subscriptions IN SHARE MODE');
    return this.isAny(manager);
  }

  /** Removes subscriptions that have ended with their log-in or their user. */
  async removeEnded(): Promise<void> {
    await this.source.query(
      `DELETE FROM push_subscriptions s USING users u WHERE u.id = s.user_id AND NOT ${isUsable('s', 'u')}`,
    );
  }

  private async isAny(manager: Work['manager']): Promise<boolean> {
    const [row] = await manager.query<[{ is: boolean }]>('SELECT EXISTS (SELECT FROM push_subscriptions) AS is');
    return row.is;
  }

  private async keepNewest(manager: Work['manager'], userId: number): Promise<void> {
    await manager.query(
      `DELETE FROM push_subscriptions WHERE id IN (
         SELECT id FROM push_subscriptions WHERE user_id = $1 ORDER BY confirmed_at DESC, id DESC OFFSET $2)`,
      [userId, MOST],
    );
  }
}

const fromRow = (row: Row): KnownSubscription => ({
  id: row.id,
  host: row.host,
  createdAt: row.created_at,
  lastOkAt: row.last_ok_at,
});
