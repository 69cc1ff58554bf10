import { Controller, Param, Query, UseGuards, UseInterceptors } from '@nestjs/common';

import { JsonObjectBody } from '../../platform/http/body.js';
import { ApiRoute, fromQuery, only } from './api-route.js';
import type { EventData } from './api-route.js';
import { ApiGuard } from './api.guard.js';
import { ApiInterceptor } from './api.interceptor.js';

const IN_ROOM = { room_id: 'string' } as const;
const HELD_PAGE = { limit: 'integer', cursor: 'string' } as const;

/** Messages that a moderator has to allow first, for programs. */
@Controller('api')
@UseGuards(ApiGuard)
@UseInterceptors(ApiInterceptor)
export class HeldController {
  @ApiRoute('GET', 'rooms/:room_id/held/', {
    summary: 'Returns a page of the held messages of a room; only their own to members who do not lead it.',
    event: 'held.list',
    scope: 'messages:read',
    query: HELD_PAGE,
  })
  held(@Param('room_id') room_id: string, @Query() query: EventData): EventData {
    return { ...fromQuery(query, HELD_PAGE), room_id };
  }

  @ApiRoute('POST', 'messages/:message_id/release/', {
    summary: 'Allows or rejects a held message or edit.',
    event: 'message.release',
    scope: 'messages:write',
    query: IN_ROOM,
    body: { only: ['allow'] },
  })
  release(
    @Param('message_id') message_id: string,
    @Query() query: EventData,
    @JsonObjectBody() body: EventData,
  ): EventData {
    return { ...fromQuery(query, IN_ROOM), ...only(body, 'allow'), message_id };
  }
}
