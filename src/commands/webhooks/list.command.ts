import { SubCommand } from 'nest-commander';

import { WebhookAdministrationService } from '../../integrations/webhooks/webhook-administration.service.js';
import type { Webhook } from '../../integrations/webhooks/webhook.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { printable, stateCell, table } from '../support/table.js';
import type { Cell } from '../support/table.js';

const HEADINGS = ['ID', 'ACTIVE', 'URL', 'EVENTS', 'DESCRIPTION', 'CREATED'];

@SubCommand({ name: 'list', description: 'list the webhooks, the oldest first, without their secrets' })
@Examples('parley webhooks list')
export class WebhooksListCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const webhooks = await (await this.deployment.get(WebhookAdministrationService)).list();
    this.print(options, webhooks, table(HEADINGS, webhooks.map(cells)));
  }
}

const cells = (webhook: Webhook): Cell[] => [
  webhook.id,
  stateCell(webhook.is_active ? 'yes' : 'no'),
  webhook.url,
  webhook.events.join(','),
  printable(webhook.description),
  webhook.created_at,
];
