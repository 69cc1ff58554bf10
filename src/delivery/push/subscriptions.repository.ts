import { Injectable } from '@nestjs/common';
import { DataSource, Not } from 'typeorm';

import type { Work } from '../../platform/database/unit-of-work.js';
import { statement } from '../../platform/database/statement.js';
import { User } from '../../features/users/user.entity.js';
import { isUsable, PushSubscriptionRow } from './push-subscription.entity.js';

/** The endpoint of a browser, and the keys that encrypt pushes for it. */
export type PushTarget = Readonly<Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>>;

export interface Subscriber {
  readonly userId: number;
  /** The log-in that creates it; undefined for tokens of another issuer. */
  readonly family: string | undefined;
}

/** The public fields of a subscription. */
export type KnownSubscription = Readonly<Pick<PushSubscriptionRow, 'id' | 'host' | 'createdAt' | 'lastOkAt'>>;

export interface KeptSubscription {
  readonly subscription: KnownSubscription;
  /** Whether it was added; if not, it was confirmed. */
  readonly isNew: boolean;
}

/** The limit of browsers per user; one more replaces the one that was confirmed longest ago. */
const MOST = 20;

/**
 * The table of browsers that receive pushes. Raw SQL where the log-in and the user decide which subscriptions are
 * valid, where the surplus of a user is found and deleted in one statement, and for the lock of a table, which TypeORM
 * does not have.
 */
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
    await manager.findOne(User, { select: { id: true }, where: { id: userId }, lock: { mode: 'for_no_key_update' } });
    await manager.delete(PushSubscriptionRow, { endpoint, userId: Not(userId) });
    // On a conflict the default of `confirmed_at`, the present time, replaces the former one.
    const kept = await manager
      .createQueryBuilder()
      .insert()
      .into(PushSubscriptionRow)
      .values({ id, userId, family: family ?? null, endpoint, host: new URL(endpoint).host, p256dh, auth })
      .orUpdate(['family', 'p256dh', 'auth', 'confirmed_at'], ['endpoint'])
      .returning(['id', 'host', 'createdAt', 'lastOkAt'])
      .updateEntity(false)
      .execute();
    const [row] = kept.raw as [{ id: string; host: string; created_at: Date; last_ok_at: Date | null }];
    await this.keepNewest(manager, userId);
    const subscription = { id: row.id, host: row.host, createdAt: row.created_at, lastOkAt: row.last_ok_at };
    return { subscription, isNew: row.id === id };
  }

  /** The valid subscriptions of a user, the oldest first. */
  byUser(userId: number): Promise<readonly (KnownSubscription & PushTarget)[]> {
    return BY_USER.rows(this.source, { user: userId });
  }

  /** Does nothing if this user has no such subscription. */
  async remove(userId: number, endpoint: string): Promise<void> {
    await this.source.manager.delete(PushSubscriptionRow, { userId, endpoint });
  }

  /** For a subscription that its push service has ended. */
  async removeById(id: string): Promise<void> {
    await this.source.manager.delete(PushSubscriptionRow, { id });
  }

  /** Records whether its push service accepted a push. */
  async tried(id: string, taken: boolean): Promise<void> {
    const result = taken ? { lastOkAt: () => 'now()', failures: 0 } : { failures: () => 'failures + 1' };
    await this.source.manager.update(PushSubscriptionRow, { id }, result);
  }

  /** Whether there is a subscription. If not, none can be added until the transaction ends. */
  async areThere(manager: Work['manager']): Promise<boolean> {
    if (await manager.exists(PushSubscriptionRow)) return true;
    await LOCK.rows(manager, {});
    return manager.exists(PushSubscriptionRow);
  }

  /** Removes subscriptions that have ended with their log-in or their user. */
  async removeEnded(): Promise<void> {
    await REMOVE_ENDED.changes(this.source, {});
  }

  private async keepNewest(manager: Work['manager'], userId: number): Promise<void> {
    await KEEP_NEWEST.changes(manager, { user: userId, most: MOST });
  }
}

const BY_USER = statement('push_subscriptions.of_user', {
  parameters: { user: 'int4' },
  columns: {
    id: 'uuid',
    host: 'text',
    createdAt: 'timestamptz',
    lastOkAt: 'timestamptz | null',
    endpoint: 'text',
    p256dh: 'text',
    auth: 'text',
  },
  text: ({ user }) => `
    SELECT s.id, s.host, s.created_at AS "createdAt", s.last_ok_at AS "lastOkAt", s.endpoint, s.p256dh, s.auth
    FROM push_subscriptions s JOIN users u ON u.id = s.user_id
    WHERE s.user_id = ${user} AND ${isUsable('s', 'u')} ORDER BY s.created_at, s.id`,
});

const LOCK = statement('push_subscriptions.lock', {
  parameters: {},
  columns: {},
  text: () => `LOCK TABLE push_subscriptions IN SHARE MODE`,
});

const REMOVE_ENDED = statement('push_subscriptions.remove_ended', {
  parameters: {},
  columns: {},
  text: () => `
    DELETE FROM push_subscriptions s USING users u WHERE u.id = s.user_id AND NOT ${isUsable('s', 'u')}`,
});

const KEEP_NEWEST = statement('push_subscriptions.keep_newest', {
  parameters: { user: 'int4', most: 'int8' },
  columns: {},
  text: ({ user, most }) => `
    DELETE FROM push_subscriptions WHERE id IN (
      SELECT id FROM push_subscriptions WHERE user_id = ${user} ORDER BY confirmed_at DESC, id DESC OFFSET ${most})`,
});
