import { Controller, Headers, Param, Query, UseGuards, UseInterceptors } from '@nestjs/common';

import { JsonObjectBody } from '../../platform/http/body.js';
import { ApiRoute, fromQuery, IDEMPOTENCY_KEY, withIdempotencyKey } from './api-route.js';
import type { EventData } from './api-route.js';
import { ApiGuard } from './api.guard.js';
import { ApiInterceptor } from './api.interceptor.js';

const LIST_PAGE = { limit: 'integer', cursor: 'string' } as const;

@Controller('api')
@UseGuards(ApiGuard)
@UseInterceptors(ApiInterceptor)
export class ScheduledController {
  @ApiRoute('POST', 'rooms/:room_id/scheduled/', {
    summary: 'Schedules a message. A retry with the same `client_message_id` returns the first one.',
    event: 'message.schedule',
    scope: 'messages:write',
    body: {},
    headers: { [IDEMPOTENCY_KEY]: 'A UUID, equivalent to `client_message_id` in the body.' },
  })
  schedule(
    @Param('room_id') room_id: string,
    @JsonObjectBody() body: EventData,
    @Headers(IDEMPOTENCY_KEY) idempotencyKey: string | undefined,
  ): EventData {
    return { ...withIdempotencyKey(body, idempotencyKey), room_id };
  }

  @ApiRoute('GET', 'messages/scheduled/', {
    summary: "Returns a page of the user's scheduled messages, the earliest first.",
    event: 'schedule.list',
    scope: 'messages:read',
    query: LIST_PAGE,
  })
  list(@Query() query: EventData): EventData {
    return fromQuery(query, LIST_PAGE);
  }

  @ApiRoute('PATCH', 'messages/scheduled/:id/', {
    summary: 'Changes a scheduled message, or its time.',
    event: 'schedule.update',
    scope: 'messages:write',
    body: {},
  })
  update(@Param('id') id: string, @JsonObjectBody() body: EventData): EventData {
    return { ...body, id };
  }

  @ApiRoute('DELETE', 'messages/scheduled/:id/', {
    summary: 'Cancels a scheduled message.',
    event: 'schedule.cancel',
    scope: 'messages:write',
  })
  cancel(@Param('id') id: string): EventData {
    return { id };
  }
}
