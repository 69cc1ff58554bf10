import { SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { WebhookAdministrationService } from '../webhook-administration.js';

@SubCommand({ name: 'test', arguments: '<webhook-id>', description: 'send a ping to a webhook' })
export class WebhooksTestCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    const delivery = await (await this.deployment.get(WebhookAdministrationService)).test(id);
    this.print(options, { id: delivery }, `Sending the delivery ${delivery}.`);
  }
}
