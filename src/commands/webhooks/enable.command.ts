import { SubCommand } from 'nest-commander';

import { WebhookAdministrationService } from '../../integrations/webhooks/webhook-administration.service.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

@SubCommand({
  name: 'enable',
  arguments: '<webhook-id>',
  description: 'resume deliveries to a webhook: its pending deliveries and events from now on',
})
export class WebhooksEnableCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(WebhookAdministrationService)).setActive(id, true);
    this.print(options, { id }, `Enabled the webhook ${id}.`);
  }
}

@SubCommand({
  name: 'disable',
  arguments: '<webhook-id>',
  description: 'stop deliveries to a webhook until it is enabled',
})
export class WebhooksDisableCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(WebhookAdministrationService)).setActive(id, false);
    this.print(options, { id }, `Disabled the webhook ${id}.`);
  }
}
