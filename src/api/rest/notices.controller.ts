import { Controller, Param, Query, UseGuards, UseInterceptors } from '@nestjs/common';

import { ApiRoute, fromQuery } from './api-route.js';
import type { EventData } from './api-route.js';
import { ApiGuard } from './api.guard.js';
import { ApiInterceptor } from './api.interceptor.js';

const NOTICES_PAGE = { after: 'integer', before: 'integer', limit: 'integer' } as const;

@Controller('api/rooms/:room_id')
@UseGuards(ApiGuard)
@UseInterceptors(ApiInterceptor)
export class NoticesController {
  @ApiRoute('GET', 'notices/', {
    summary: 'Returns who made a room, joined, left, was added or removed, and renamed it.',
    event: 'room.notices',
    scope: 'rooms:read',
    query: NOTICES_PAGE,
  })
  notices(@Param('room_id') room_id: string, @Query() query: EventData): EventData {
    return { ...fromQuery(query, NOTICES_PAGE), room_id };
  }
}
