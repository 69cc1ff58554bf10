import { SubCommand } from 'nest-commander';

import { WebhookAdministrationService } from '../../integrations/webhooks/webhook-administration.service.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

@SubCommand({
  name: 'delete',
  arguments: '<webhook-id>',
  description: 'delete a webhook with its pending deliveries',
})
@Examples('parley webhooks delete 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a42')
export class WebhooksDeleteCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(WebhookAdministrationService)).delete(id);
    this.print(options, { id }, `The webhook ${id} is deleted.`);
  }
}
