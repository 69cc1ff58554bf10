import { SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { WebhookAdministrationService } from '../webhook-administration.js';

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
