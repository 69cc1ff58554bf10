import { SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { WebhookAdministration } from '../webhook-administration.js';

@SubCommand({ name: 'test', arguments: '<webhook-id>', description: 'tell a webhook a ping' })
export class WebhooksTestCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    const delivery = await (await this.deployment.get(WebhookAdministration)).test(id);
    this.print(options, { id: delivery }, `The delivery ${delivery} is under way.`);
  }
}
