import { SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { WebhookAdministration } from '../webhook-administration.js';

@SubCommand({
  name: 'enable',
  arguments: '<webhook-id>',
  description: 'tell a webhook again what happens from now on, and what waits for it',
})
export class WebhooksEnableCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(WebhookAdministration)).setActive(id, true);
    this.print(options, { id }, `The webhook ${id} is told what happens.`);
  }
}
