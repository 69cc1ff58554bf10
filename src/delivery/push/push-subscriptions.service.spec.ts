import type { EntityManager } from 'typeorm';

import type { UnitOfWork, Work } from '../../platform/database/unit-of-work.js';
import type { OutboxConsumersRepository } from '../outbox/outbox.repository.js';
import { PUSH_CONSUMER } from './push-outbox-consumer.js';
import { PushSubscriptionsService } from './push-subscriptions.service.js';
import type { KeptSubscription, SubscriptionsRepository } from './subscriptions.repository.js';

const target = { endpoint: 'https://push.example/1', p256dh: 'a key', auth: 'a secret' };

it('a subscription is stored, and push consumes the outbox, in one transaction of the service', async () => {
  const steps: string[] = [];
  const manager = {} as EntityManager;
  const kept: KeptSubscription = {
    subscription: { id: 'an id', host: 'push.example', createdAt: new Date(), lastOkAt: null },
    isNew: true,
  };
  const within = (given: EntityManager, step: string): void => {
    expect(given).toBe(manager);
    steps.push(step);
  };
  const transaction = async <Result>(body: (work: Work) => Promise<Result>): Promise<Result> => {
    steps.push('BEGIN');
    const result = await body({ manager, afterCommit: () => undefined });
    steps.push('COMMIT');
    return result;
  };
  const keep: SubscriptionsRepository['keep'] = (given, _, { userId }, { endpoint }) => {
    within(given, `keep ${endpoint} of ${String(userId)}`);
    return Promise.resolve(kept);
  };
  const subscribe = (given: EntityManager, name: string): Promise<void> => {
    within(given, `subscribe ${name}`);
    return Promise.resolve();
  };
  const service = new PushSubscriptionsService(
    { keep } as Partial<SubscriptionsRepository> as SubscriptionsRepository,
    { subscribe } as Partial<OutboxConsumersRepository> as OutboxConsumersRepository,
    { transaction } as Partial<UnitOfWork> as UnitOfWork,
  );
  await expect(service.subscribe({ userId: 1, family: undefined }, target)).resolves.toBe(kept);
  expect(steps).toEqual(['BEGIN', `keep ${target.endpoint} of 1`, `subscribe ${PUSH_CONSUMER}`, 'COMMIT']);
});
