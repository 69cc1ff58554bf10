import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../database/index.js';
import type { Work } from '../database/index.js';
import { LooksRepository } from './looks.repository.js';
import type { NewMessage } from './looks.repository.js';
import { PushMetrics } from './push-metrics.js';
import { WebhookOutlet } from './webhook-outlet.js';
import type { PushRequest } from './webhook-outlet.js';
import { WebPush } from './web-push.js';

/** The maximum number of recipients of one request. */
const RECIPIENTS = 500;

/** Resolves the recipients of pushes after a delay, in which users may connect or read the message. */
@Injectable()
export class PushLooks {
  private readonly webPush: boolean;

  constructor(
    private readonly repository: LooksRepository,
    private readonly outlet: WebhookOutlet,
    private readonly unitOfWork: UnitOfWork,
    private readonly metrics: PushMetrics,
    webPush: WebPush,
  ) {
    this.webPush = webPush.publicKey !== undefined;
  }

  /** @param manager the transaction of the outbox consumer */
  async remember(manager: Work['manager'], messages: readonly NewMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const outlet = await this.outlet.isWanted(manager);
    if (this.webPush || outlet) await this.repository.remember(manager, messages, outlet);
  }

  /** Resolves all that are due. */
  async look(): Promise<void> {
    const outlet = await this.outlet.isWanted();
    if (!this.webPush && !outlet) return;
    for (let messages = 1; messages > 0;) messages = await this.lookAtSome(outlet);
  }

  private lookAtSome(outlet: boolean): Promise<number> {
    return this.unitOfWork.run(async ({ manager, afterCommit }) => {
      const { messages, unsent, requests } = await this.repository.look(manager, { webPush: this.webPush, outlet });
      if (requests.length > 0) await this.outlet.request(manager, requests.flatMap(inParts));
      afterCommit(() => {
        this.metrics.ended('unsent', unsent);
      });
      return messages;
    });
  }
}

function inParts(request: PushRequest): PushRequest[] {
  const count = Math.ceil(request.recipients.length / RECIPIENTS);
  return Array.from({ length: count }, (_, at) => ({
    ...request,
    recipients: request.recipients.slice(at * RECIPIENTS, (at + 1) * RECIPIENTS),
  }));
}
