import type { AuditRepository } from '../audit/index.js';
import type { UnitOfWork } from '../database/index.js';
import type { DeliveriesRepository } from './deliveries.repository.js';
import type { DeliveryListRepository } from './delivery-list.repository.js';
import { WebhookAdministration } from './webhook-administration.js';
import type { Webhooks } from './webhooks.js';
import type { WebhooksRepository } from './webhooks.repository.js';

/** Whatever is refused here is refused before anybody is asked. */
const nobody = undefined as unknown;
const administration = new WebhookAdministration(
  nobody as WebhooksRepository,
  nobody as DeliveriesRepository,
  nobody as DeliveryListRepository,
  nobody as Webhooks,
  nobody as UnitOfWork,
  nobody as AuditRepository,
);
const url = 'https://example.com/hooks';

describe('the administration of webhooks', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['no URL', () => administration.create("'; DROP TABLE webhooks; --", {})],
    ['a URL of something else', () => administration.create('file:///etc/passwd', {})],
    ['a URL with a password in it', () => administration.create('https://user:word@example.com', {})],
    ['a URL without end', () => administration.create(`${url}?${'a'.repeat(2_000)}`, {})],
    ['an event that there is not', () => administration.create(url, { events: ['message.created', "'; --"] })],
    ['no event', () => administration.create(url, { events: [] })],
    ['a description without end', () => administration.create(url, { description: 'a'.repeat(201) })],
    ['an id that is none', () => administration.delete("' OR true; --")],
    ['an id that is none, to test', () => administration.test('1')],
    ['a replay of everything', () => administration.replay({ state: 'dead' })],
    ['a replay of an id that is none', () => administration.replay({ ids: ['all'] })],
  ])('refuses %s', async (_, ask) => {
    await expect(ask()).rejects.toMatchObject({ code: 4003 });
  });
});
