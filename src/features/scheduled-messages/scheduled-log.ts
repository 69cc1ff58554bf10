import { Injectable } from '@nestjs/common';
import type { RequestOrigin } from '@parley/realtime/requests';

import type { Work } from '../../platform/database/unit-of-work.js';
import type { EventOf, PrivateItem, PrivateKind } from '../private-log/private-kind.js';
import { PrivateKinds } from '../private-log/private-kinds.js';
import { PrivateLog } from '../private-log/private-log.js';
import { scheduledKind } from './scheduled-kind.js';
import { ScheduledMessagesRepository } from './scheduled-messages.repository.js';

type Item = PrivateItem<'scheduled'>;

/** Records changes of scheduled messages in the private logs of their authors: all their devices receive them. */
@Injectable()
export class ScheduledLog {
  private readonly kind: PrivateKind<'scheduled'>;

  constructor(
    private readonly privateLog: PrivateLog,
    repository: ScheduledMessagesRepository,
    privateKinds: PrivateKinds,
  ) {
    this.kind = scheduledKind(repository);
    privateKinds.add(this.kind);
  }

  /**
   * The log of the author stays locked until the transaction ends: lock everything else before.
   * @param eventType `messageschedule.dispatch` by default
   * @param origin receives the change as the answer
   */
  append(
    work: Work,
    userId: number,
    { item, eventType, origin }: { item: Item; eventType?: EventOf<Item>; origin?: RequestOrigin },
  ): Promise<void> {
    const written = { userId, key: item.id, item, ...(eventType && { eventType }) };
    return this.privateLog.append(work, this.kind, written, origin);
  }
}
