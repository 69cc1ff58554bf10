import { Injectable } from '@nestjs/common';
import { conflict } from '@parley/protocol';

import { AuditRepository } from '../../features/audit/audit.repository.js';
import type { ListPart, PartOf } from '../../platform/collections/list-part.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Authority } from '../../features/users/roles/authority.js';
import { UsersService } from '../../features/users/users.service.js';
import { PushListRepository } from './push-list.repository.js';
import type { ListedPush } from './push-list.repository.js';
import type { PushState } from './push.entity.js';
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

/** Lists and tests pushes for operators and administrators. */
@Injectable()
export class PushAdministrationService {
  constructor(
    private readonly users: UsersService,
    private readonly list: PushListRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly webPush: WebPush,
    private readonly work: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * A part of the pushes, the newest first.
   * @param username of one user; undefined: of all users
   * @throws Refusal 4004
   */
  async part(
    username: string | undefined,
    state: PushState | undefined,
    part: PartOf<number>,
  ): Promise<ListPart<ListedPush, number>> {
    const userId = username === undefined ? undefined : (await this.users.findAny(username)).id;
    return this.list.part({ userId, state }, part);
  }

  /**
   * Sends a push to every browser of a user, now, from this process.
   * @throws Refusal 4002, 4004 if there is no such user, 4005 if Web Push is off, or the user has no subscription
   */
  async test(authority: Authority, username: string): Promise<TestedSubscription[]> {
    const { id } = await this.users.findAny(username);
    if (this.webPush.publicKey === undefined) throw conflict('Web Push is off: VAPID_PUBLIC_KEY is not set.');
    const subscriptions = await this.subscriptions.byUser(id);
    if (subscriptions.length === 0) throw conflict(`No browser receives pushes for ${username}.`);
    await this.work.transaction(async ({ manager }) => {
      const actor = await authority.permit(manager, 'pushes.manage');
      const details = { subscriptions: subscriptions.length };
      await this.audit.record(manager, actor, { action: 'push.test', subjectId: id, details });
    });
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
