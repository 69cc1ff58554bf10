import { SubCommand } from 'nest-commander';

import { WebhookAdministrationService } from '../../integrations/webhooks/webhook-administration.service.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

@SubCommand({ name: 'test', arguments: '<webhook-id>', description: 'send a ping to a webhook' })
export class WebhooksTestCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    const delivery = await (await this.deployment.get(WebhookAdministrationService)).test(id);
    this.print(options, { id: delivery }, `Sending the delivery ${delivery}.`);
  }
}
