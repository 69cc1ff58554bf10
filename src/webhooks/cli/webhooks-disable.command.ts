import { SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { WebhookAdministrationService } from '../webhook-administration.js';

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
