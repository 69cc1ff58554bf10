import { Option, SubCommand } from 'nest-commander';

import { WebhookAdministrationService } from '../../integrations/webhooks/webhook-administration.service.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

interface CreateOptions extends OutputOptions {
  readonly events?: readonly string[];
  readonly description?: string;
}

@SubCommand({
  name: 'create',
  arguments: '<url>',
  description:
    'create a webhook that receives events from now on, and print the signing secret, which is never shown again',
})
@Examples(
  'parley webhooks create https://hooks.example.com/chat',
  'parley webhooks create https://hooks.example.com/chat --events message.created,message.updated',
)
export class WebhooksCreateCommand extends ParleyCommand {
  async run([url = '']: string[], { events, description, ...output }: CreateOptions): Promise<void> {
    const administration = await this.deployment.get(WebhookAdministrationService);
    const made = await administration.create(url, { ...(events && { events }), ...(description && { description }) });
    this.print(output, made, `Created the webhook ${made.id}. Its secret, which is shown only now:\n${made.secret}`);
  }

  @Option({
    flags: '--events <names>',
    description: 'comma-separated names of the events that the webhook receives; by default all events of rooms',
  })
  parseEvents(names: string): string[] {
    return names.split(',').map((name) => name.trim());
  }

  @Option({ flags: '--description <text>', description: 'a description of the webhook in the list of webhooks' })
  parseDescription(text: string): string {
    return text;
  }
}
