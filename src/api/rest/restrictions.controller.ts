import { Controller, Param, Query, UseGuards, UseInterceptors } from '@nestjs/common';

import { JsonObjectBody } from '../../platform/http/body.js';
import { ApiRoute, fromQuery, only } from './api-route.js';
import type { EventData } from './api-route.js';
import { ApiGuard } from './api.guard.js';
import { ApiInterceptor } from './api.interceptor.js';

const RESTRICTIONS_PAGE = { limit: 'integer', cursor: 'string' } as const;

/** Restrictions of users in rooms, for programs. */
@Controller('api/rooms/:room_id')
@UseGuards(ApiGuard)
@UseInterceptors(ApiInterceptor)
export class RestrictionsController {
  @ApiRoute('GET', 'restrictions/', {
    summary: 'Returns a page of the restrictions in a room; only their own to members who do not lead it.',
    event: 'room.restrictions',
    scope: 'rooms:read',
    query: RESTRICTIONS_PAGE,
  })
  restrictions(@Param('room_id') room_id: string, @Query() query: EventData): EventData {
    return { ...fromQuery(query, RESTRICTIONS_PAGE), room_id };
  }

  @ApiRoute('POST', 'restrictions/', {
    summary: 'Mutes a user in a GroupChat or Channel, bans the user from it, or lifts that.',
    event: 'room.restrict',
    scope: 'members:write',
    body: { only: ['user_id', 'kind', 'until', 'reason'] },
  })
  restrict(@Param('room_id') room_id: string, @JsonObjectBody() body: EventData): EventData {
    return { ...only(body, 'user_id', 'kind', 'until', 'reason'), room_id };
  }
}
