import { SubCommand } from 'nest-commander';

import { WebhookAdministrationService } from '../../integrations/webhooks/webhook-administration.service.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

@SubCommand({
  name: 'enable',
  arguments: '<webhook-id>',
  description: 'resume deliveries to a webhook: its pending deliveries and events from now on',
})
@Examples('parley webhooks enable 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a42')
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
@Examples('parley webhooks disable 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a42')
export class WebhooksDisableCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(WebhookAdministrationService)).setActive(id, false);
    this.print(options, { id }, `Disabled the webhook ${id}.`);
  }
}
