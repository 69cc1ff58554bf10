import { Injectable } from '@nestjs/common';

import type { Work } from '../database/index.js';
import { Webhooks } from '../webhooks/index.js';
import type { Happening } from '../webhooks/index.js';
import { PushOutlet } from './push-outlet.js';
import type { PushRequest } from './push-outlet.js';

const EVENT = 'push.requested';

/** Whoever has a way to telephones hears of it as a webhook does of everything: signed, and until it is taken. */
@Injectable()
export class WebhookOutlet extends PushOutlet {
  constructor(private readonly webhooks: Webhooks) {
    super();
  }

  override isWanted(manager?: Work['manager']): Promise<boolean> {
    return this.webhooks.isWanted(EVENT, manager);
  }

  override async request(manager: Work['manager'], requests: readonly PushRequest[]): Promise<void> {
    await this.webhooks.enqueue(manager, requests.map(toHappening));
  }
}

/** Nothing of what the message says: whoever shows it asks for it by its id, and shows what is there by then. */
const toHappening = ({ roomId, messageId, seq, recipients }: PushRequest): Happening => ({
  event: EVENT,
  roomId,
  seq,
  messageIds: [],
  data: { message_id: messageId, recipients: recipients.map(({ id, username }) => ({ id, username })) },
});
