import { Option, SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { WebhookAdministration } from '../webhook-administration.js';

interface CreateOptions extends OutputOptions {
  readonly events?: readonly string[];
  readonly description?: string;
}

@SubCommand({
  name: 'create',
  arguments: '<url>',
  description: 'tell a URL what happens from now on, and print the secret that signs it, once',
})
export class WebhooksCreateCommand extends ParleyCommand {
  async run([url = '']: string[], { events, description, ...output }: CreateOptions): Promise<void> {
    const administration = await this.deployment.get(WebhookAdministration);
    const made = await administration.create(url, { ...(events && { events }), ...(description && { description }) });
    this.print(output, made, `The webhook ${made.id} is there. Its secret, which is shown this once:\n${made.secret}`);
  }

  @Option({ flags: '--events <names>', description: 'events with commas between; unless given, all that rooms have' })
  parseEvents(names: string): string[] {
    return names.split(',').map((name) => name.trim());
  }

  @Option({ flags: '--description <text>', description: 'for whoever reads the list' })
  parseDescription(text: string): string {
    return text;
  }
}
