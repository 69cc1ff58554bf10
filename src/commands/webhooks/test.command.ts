import { SubCommand } from 'nest-commander';

import { WebhookAdministrationService } from '../../integrations/webhooks/webhook-administration.service.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

@SubCommand({ name: 'test', arguments: '<webhook-id>', description: 'send the event ping to a webhook, as a test' })
@Examples('parley webhooks test 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a42')
export class WebhooksTestCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    const delivery = await (await this.deployment.get(WebhookAdministrationService)).test(id);
    this.print(options, { id: delivery }, `Sending the delivery ${delivery}.`);
  }
}
