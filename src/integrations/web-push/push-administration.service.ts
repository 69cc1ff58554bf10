import { Injectable } from '@nestjs/common';
import { conflict } from '@parley/protocol';

import { UsersService } from '../../users/users.service.js';
import { PushListRepository } from './push-list.repository.js';
import type { ListedPush, PushFilter } from './push-list.repository.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { WebPush } from './web-push.js';
import type { PushResult } from './web-push.js';

/** The result of a test push to one browser. */
export interface TestedSubscription {
  readonly subscription_id: string;
  readonly host: string;
  readonly outcome: PushResult['outcome'];
  readonly status: number | null;
}

/** Lists and tests pushes for operators. */
@Injectable()
export class PushAdministrationService {
  constructor(
    private readonly users: UsersService,
    private readonly list: PushListRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly webPush: WebPush,
  ) {}

  /**
   * @param username of one user; undefined: of all users
   * @returns the newest first
   * @throws Refusal 4004
   */
  async pushes(username: string | undefined, filter: Omit<PushFilter, 'userId'>): Promise<ListedPush[]> {
    const userId = username === undefined ? undefined : (await this.users.findAny(username)).id;
    return this.list.newest({ ...filter, userId });
  }

  /**
   * Sends a push to every browser of a user, now, from this process.
   * @throws Refusal 4004 if there is no such user, 4005 if Web Push is off, or the user has no subscription
   */
  async test(username: string): Promise<TestedSubscription[]> {
    const { id } = await this.users.findAny(username);
    if (this.webPush.publicKey === undefined) throw conflict('Web Push is off: VAPID_PUBLIC_KEY is not set.');
    const subscriptions = await this.subscriptions.byUser(id);
    if (subscriptions.length === 0) throw conflict(`No browser receives pushes for ${username}.`);
    const payload = { type: 'test', title: 'Parley', body: 'This is a test: notifications arrive.' };
    return Promise.all(
      subscriptions.map(async ({ id: subscription_id, host, ...target }) => {
        const delivery = await this.webPush.send(target, payload, 'test');
        return { subscription_id, host, outcome: delivery.outcome, status: statusOf(delivery) };
      }),
    );
  }
}

const statusOf = (delivery: PushResult): number | null =>
  delivery.outcome === 'not_public' ? null : (delivery.status ?? null);
