import type { EntityManager } from 'typeorm';

import type { UnitOfWork, Work } from '../../platform/database/unit-of-work.js';
import type { OutboxConsumersRepository } from '../outbox/outbox-consumers.repository.js';
import { PUSH_CONSUMER } from './push-outbox-subscription.js';
import { PushSubscriptionsService } from './push-subscriptions.service.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

const target = { endpoint: 'https://push.example/1', p256dh: 'a key', auth: 'a secret' };

it('a subscription is stored, and push consumes the outbox, in one transaction of the service', async () => {
  const statements: string[] = [];
  const row = { id: 'an id', host: 'push.example', created_at: new Date(), last_ok_at: null, is_new: true };
  const query = (sql: string): Promise<unknown[]> => {
    statements.push(sql.trim());
    return Promise.resolve([row]);
  };
  const transaction = async <Result>(body: (work: Work) => Promise<Result>): Promise<Result> => {
    statements.push('BEGIN');
    const result = await body({ manager: { query } as unknown as EntityManager, afterCommit: () => undefined });
    statements.push('COMMIT');
    return result;
  };
  const subscribe = (_: EntityManager, name: string): Promise<void> => {
    statements.push(`subscribe ${name}`);
    return Promise.resolve();
  };
  const service = new PushSubscriptionsService(
    new SubscriptionsRepository({} as ConstructorParameters<typeof SubscriptionsRepository>[0]),
    { subscribe } as Partial<OutboxConsumersRepository> as OutboxConsumersRepository,
    { transaction } as Partial<UnitOfWork> as UnitOfWork,
  );
  const kept = await service.subscribe({ userId: 1, family: undefined }, target);
  expect(kept).toMatchObject({ subscription: { id: 'an id', host: 'push.example' }, isNew: true });
  expect(statements).toEqual([
    'BEGIN',
    expect.stringMatching('FOR NO KEY UPDATE'),
    expect.stringMatching('DELETE FROM push_subscriptions'),
    expect.stringMatching('INSERT INTO push_subscriptions'),
    expect.stringMatching('DELETE FROM push_subscriptions'),
    `subscribe ${PUSH_CONSUMER}`,
    'COMMIT',
  ]);
});
