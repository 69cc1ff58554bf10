import type { AuditRepository } from '../../features/audit/audit.repository.js';
import type { WebhookSettings } from './webhook.settings.js';
import type { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { OPERATOR } from '../../features/users/roles/authority.js';
import type { DeliveriesRepository } from './deliveries.repository.js';
import type { DeliveryListRepository } from './delivery-list.repository.js';
import { WebhookAdministrationService } from './webhook-administration.service.js';
import type { WebhooksService } from './webhooks.js';
import type { WebhooksRepository } from './webhooks.repository.js';

/** Invalid input is refused before any dependency is called. */
const nobody = undefined as unknown;
const administration = new WebhookAdministrationService(
  nobody as WebhooksRepository,
  nobody as DeliveriesRepository,
  nobody as DeliveryListRepository,
  nobody as WebhooksService,
  nobody as UnitOfWork,
  nobody as AuditRepository,
  nobody as WebhookSettings,
);
const url = 'https://example.com/hooks';

describe('the administration of webhooks', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['no URL', () => administration.create(OPERATOR, "'; DROP TABLE webhooks; --", {})],
    ['a URL of another scheme', () => administration.create(OPERATOR, 'file:///etc/passwd', {})],
    ['a URL that contains a password', () => administration.create(OPERATOR, 'https://user:word@example.com', {})],
    ['a URL that is too long', () => administration.create(OPERATOR, `${url}?${'a'.repeat(2_000)}`, {})],
    ['an unknown event', () => administration.create(OPERATOR, url, { events: ['message.created', "'; --"] })],
    ['an empty list of events', () => administration.create(OPERATOR, url, { events: [] })],
    ['a description that is too long', () => administration.create(OPERATOR, url, { description: 'a'.repeat(201) })],
    ['deletion by an invalid id', () => administration.delete(OPERATOR, "' OR true; --")],
    ['a test of an invalid id', () => administration.test(OPERATOR, '1')],
    ['a replay without a webhook, ids or a time', () => administration.replay(OPERATOR, { state: 'dead' })],
    ['a replay of an invalid id', () => administration.replay(OPERATOR, { ids: ['all'] })],
  ])('refuses %s', async (_, ask) => {
    await expect(ask()).rejects.toMatchObject({ code: 4003 });
  });
});
