import { Option, SubCommand } from 'nest-commander';

import { WebhookAdministrationService } from '../../integrations/webhooks/webhook-administration.service.js';
import { DELIVERY_STATES } from '../../integrations/webhooks/webhook.js';
import type { DeliveryState } from '../../integrations/webhooks/webhook.js';
import { Examples } from '../support/examples.js';
import { sinceOf, stateOf } from '../support/list-options.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

interface ReplayOptions extends OutputOptions {
  readonly webhook?: string;
  readonly state?: DeliveryState;
  readonly since?: Date;
}

@SubCommand({
  name: 'replay',
  arguments: '[delivery-ids...]',
  description: 'send deliveries again, under the same ids; by default deliveries in any state',
})
@Examples('parley webhooks replay --state dead --since 24h')
export class WebhooksReplayCommand extends ParleyCommand {
  async run(given: string[], { webhook, state, since, ...output }: ReplayOptions): Promise<void> {
    const ids = given.flat();
    const filter = { ids: ids.length > 0 ? ids : undefined, webhookId: webhook, state, since };
    const replayed = await (await this.deployment.get(WebhookAdministrationService)).replay(filter);
    this.print(
      output,
      { replayed },
      `Sending ${String(replayed)} ${replayed === 1 ? 'delivery' : 'deliveries'} again.`,
    );
  }

  @Option({ flags: '--webhook <webhook-id>', description: 'only deliveries of this webhook' })
  parseWebhook(id: string): string {
    return id;
  }

  @Option({ flags: '--state <state>', description: 'only deliveries in this state', choices: [...DELIVERY_STATES] })
  parseState(word: string): DeliveryState {
    return stateOf(DELIVERY_STATES, word);
  }

  @Option({
    flags: '--since <time>',
    description: 'only deliveries created since a time such as 2026-01-31T08:00:00Z, or an age: 15m, 24h',
  })
  parseSince(time: string): Date {
    return sinceOf(time);
  }
}
