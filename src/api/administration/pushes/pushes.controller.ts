import { Controller } from '@nestjs/common';
import { Choice, Optional, Text } from '@parley/realtime/requests';

import { PushAdministrationService } from '../../../delivery/push/push-administration.service.js';
import type { TestedSubscription } from '../../../delivery/push/push-administration.service.js';
import type { ListedPush } from '../../../delivery/push/push-list.repository.js';
import { pushStates } from '../../../delivery/push/push.entity.js';
import type { PushState } from '../../../delivery/push/push.entity.js';
import { MAX_USERNAME_LENGTH } from '../../../features/users/username.js';
import { JsonBody } from '../../../platform/http/body.js';
import { QueryOf } from '../../../platform/http/query-values.js';
import { Administration, AdministrationRoute } from '../access/administration-route.js';
import { CurrentAdministrator } from '../access/administrator.guard.js';
import type { Administrator } from '../access/administrator.guard.js';
import { nextCursor, numberAfter, PageRequest, sizeOf } from '../access/page-request.js';

/** Selects push notifications for a page of the list. */
class PushPageRequest extends PageRequest {
  /** A username. */
  @Optional()
  @Text({ min: 1, max: MAX_USERNAME_LENGTH })
  user?: string | null;

  @Optional()
  @Choice(pushStates)
  state?: PushState | null;
}

class PushTestRequest {
  @Text({ min: 1, max: MAX_USERNAME_LENGTH })
  username!: string;
}

/** A page of push notifications, the newest first. It can have fewer than requested, and others follow nevertheless. */
export interface PushPage {
  readonly pushes: readonly ListedPush[];
  readonly next_cursor: string | null;
}

/** The result of a test for each browser of the user. */
export interface TestedPush {
  readonly subscriptions: readonly TestedSubscription[];
}

const NO_USER = {
  404: { description: 'There is no such user: `not_found`; or `ADMIN_PAGE` is off.', type: 'HttpError' },
};

/** Push notifications and their results, for administrators. */
@Controller('api/admin/pushes')
@Administration()
export class PushesController {
  constructor(private readonly pushes: PushAdministrationService) {}

  @AdministrationRoute('GET', '', {
    summary: 'Returns a page of the push notifications with their results, the newest first.',
    right: 'pushes.manage',
    query: PushPageRequest,
    answer: { description: 'A page of push notifications.', type: 'PushPage' },
    refusals: NO_USER,
  })
  async list(@QueryOf(PushPageRequest) request: PushPageRequest): Promise<PushPage> {
    const place = { after: numberAfter(request), limit: sizeOf(request) };
    const { items: pushes, after } = await this.pushes.part(
      request.user ?? undefined,
      request.state ?? undefined,
      place,
    );
    return { pushes, next_cursor: nextCursor(after) };
  }

  @AdministrationRoute('POST', 'test/', {
    summary: 'Sends a test to every browser of a user that receives push notifications.',
    right: 'pushes.manage',
    body: PushTestRequest,
    answer: { description: 'The result for each browser.', type: 'TestedPush' },
    refusals: {
      ...NO_USER,
      409: { description: 'Web Push is off, or no browser of the user receives it: `conflict`.', type: 'HttpError' },
    },
  })
  async test(
    @CurrentAdministrator() { authority }: Administrator,
    @JsonBody(PushTestRequest) { username }: PushTestRequest,
  ): Promise<TestedPush> {
    return { subscriptions: await this.pushes.test(authority, username) };
  }
}
