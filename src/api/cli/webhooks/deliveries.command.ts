import { Option, SubCommand } from 'nest-commander';

import { WebhookAdministrationService } from '../../../delivery/webhooks/webhook-administration.service.js';
import type { Delivery } from '../../../delivery/webhooks/delivery-list.repository.js';
import { DELIVERY_STATES } from '../../../delivery/webhooks/webhook-delivery.entity.js';
import type { DeliveryState } from '../../../delivery/webhooks/webhook-delivery.entity.js';
import { listParts } from '../../../platform/collections/list-part.js';
import type { PartOf } from '../../../platform/collections/list-part.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { DEFAULT_LIMIT, limitOf, sinceOf, stateOf } from '../support/list-options.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { stateCell } from '../support/table.js';
import type { Cell } from '../support/table.js';

interface DeliveriesOptions extends OutputOptions {
  readonly webhook?: string;
  readonly state?: DeliveryState;
  readonly limit?: number;
}

const HEADINGS = ['ID', 'WEBHOOK', 'EVENT', 'ROOM', 'SEQ', 'STATE', 'ATTEMPTS', 'STATUS', 'ERROR', 'CREATED'];

@SubCommand({
  name: 'deliveries',
  description:
    'list the deliveries of webhooks, the newest first; deliveries in the state dead have failed permanently',
})
@Examples('parley webhooks deliveries --state dead')
export class WebhooksDeliveriesCommand extends ParleyCommand {
  async run(_: string[], { webhook, state, limit = DEFAULT_LIMIT, ...output }: DeliveriesOptions): Promise<void> {
    const administration = await this.deployment.get(WebhookAdministrationService);
    const filter = { webhookId: webhook, state };
    const deliveries = listParts((part: PartOf<string>) => administration.deliveryPart(filter, part), limit);
    await this.printList(output, deliveries, { headings: HEADINGS, cells });
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
    flags: '--limit <count>',
    description: `maximum number of deliveries, by default ${String(DEFAULT_LIMIT)}`,
  })
  parseLimit(count: string): number {
    return limitOf(count);
  }
}

const cells = (delivery: Delivery): Cell[] => [
  delivery.id,
  delivery.webhook_id,
  delivery.event,
  delivery.room_id ?? '',
  delivery.seq === null ? '' : String(delivery.seq),
  stateCell(delivery.state),
  String(delivery.attempts),
  delivery.last_status === null ? '' : String(delivery.last_status),
  delivery.last_error ?? '',
  delivery.created_at,
];

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
    const replayed = await (await this.deployment.get(WebhookAdministrationService)).replay(OPERATOR, filter);
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
