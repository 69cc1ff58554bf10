import { Option, SubCommand } from 'nest-commander';

import { WebhookAdministrationService } from '../../../delivery/webhooks/webhook-administration.service.js';
import type { Webhook } from '../../../delivery/webhooks/webhooks.repository.js';
import { listParts, partOf } from '../../../platform/collections/list-part.js';
import type { PartOf } from '../../../platform/collections/list-part.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { counted } from '../support/quantities.js';
import { DestructiveCommand } from '../support/destructive-command.js';
import type { DestructiveOptions } from '../support/destructive-command.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { printable, stateCell } from '../support/table.js';
import type { Cell } from '../support/table.js';

interface CreateOptions extends OutputOptions {
  readonly events?: readonly string[];
  readonly description?: string;
}

@SubCommand({
  name: 'create',
  arguments: '<url>',
  description:
    'create a webhook that receives events from now on, and print the signing secret, which is never shown again',
})
@Examples(
  'parley webhooks create https://hooks.example.com/chat',
  'parley webhooks create https://hooks.example.com/chat --events message.created,message.updated',
)
export class WebhooksCreateCommand extends ParleyCommand {
  async run([url = '']: string[], { events, description, ...output }: CreateOptions): Promise<void> {
    const administration = await this.deployment.get(WebhookAdministrationService);
    const made = await administration.create(OPERATOR, url, {
      ...(events && { events }),
      ...(description && { description }),
    });
    this.print(output, made, `Created the webhook ${made.id}. Its secret, which is shown only now:\n${made.secret}`);
  }

  @Option({
    flags: '--events <names>',
    description: 'comma-separated names of the events that the webhook receives; by default all events of rooms',
  })
  parseEvents(names: string): string[] {
    return names.split(',').map((name) => name.trim());
  }

  @Option({ flags: '--description <text>', description: 'a description of the webhook in the list of webhooks' })
  parseDescription(text: string): string {
    return text;
  }
}

const HEADINGS = ['ID', 'ACTIVE', 'URL', 'EVENTS', 'DESCRIPTION', 'CREATED'];

@SubCommand({ name: 'list', description: 'list the webhooks, the oldest first, without their secrets' })
@Examples('parley webhooks list')
export class WebhooksListCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const administration = await this.deployment.get(WebhookAdministrationService);
    const webhooks = listParts(async ({ after, limit }: PartOf<string>) =>
      partOf(await administration.page({ after, limit: limit + 1 }), { limit }, ({ id }) => id),
    );
    await this.printList(options, webhooks, { headings: HEADINGS, cells });
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

@SubCommand({
  name: 'delete',
  arguments: '<webhook-id>',
  description: 'delete a webhook with its pending deliveries',
})
@Examples(
  'parley webhooks delete 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a42 --dry-run',
  'parley webhooks delete 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a42 --yes',
)
export class WebhooksDeleteCommand extends DestructiveCommand {
  async run([id = '']: string[], options: DestructiveOptions): Promise<void> {
    const administration = await this.deployment.get(WebhookAdministrationService);
    const confirmed = await this.isConfirmed(options, async () => {
      const webhook = await administration.deletion(id);
      const deliveries = counted(webhook.deliveries, 'recorded delivery', 'recorded deliveries');
      return {
        document: webhook,
        text: `The webhook ${id} to ${webhook.url} with ${deliveries} (${String(webhook.pending)} pending).`,
        question: 'Delete the webhook with its secret and its deliveries?',
      };
    });
    if (!confirmed) return;
    await administration.delete(OPERATOR, id);
    this.print(options, { id }, `The webhook ${id} is deleted.`);
  }
}

@SubCommand({
  name: 'enable',
  arguments: '<webhook-id>',
  description: 'resume deliveries to a webhook: its pending deliveries and events from now on',
})
@Examples('parley webhooks enable 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a42')
export class WebhooksEnableCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(WebhookAdministrationService)).setActive(OPERATOR, id, true);
    this.print(options, { id }, `Enabled the webhook ${id}.`);
  }
}

@SubCommand({
  name: 'disable',
  arguments: '<webhook-id>',
  description: 'stop deliveries to a webhook until it is enabled',
})
@Examples('parley webhooks disable 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a42')
export class WebhooksDisableCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(WebhookAdministrationService)).setActive(OPERATOR, id, false);
    this.print(options, { id }, `Disabled the webhook ${id}.`);
  }
}

@SubCommand({ name: 'test', arguments: '<webhook-id>', description: 'send the event ping to a webhook, as a test' })
@Examples('parley webhooks test 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a42')
export class WebhooksTestCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    const delivery = await (await this.deployment.get(WebhookAdministrationService)).test(OPERATOR, id);
    this.print(options, { id: delivery }, `Sending the delivery ${delivery}.`);
  }
}
