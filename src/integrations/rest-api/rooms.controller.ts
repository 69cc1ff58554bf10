import { Controller, Param, Query, UseGuards, UseInterceptors } from '@nestjs/common';

import { JsonObjectBody } from '../../platform/http/body.js';
import { ApiRoute, fromQuery } from './api-route.js';
import type { EventData } from './api-route.js';
import { ApiGuard } from './api.guard.js';
import { ApiInterceptor } from './api.interceptor.js';

const PAGE = { limit: 'integer', cursor: 'string' } as const;

/** Rooms, for programs. */
@Controller('api/rooms')
@UseGuards(ApiGuard)
@UseInterceptors(ApiInterceptor)
export class RoomsController {
  @ApiRoute('POST', '', {
    summary: 'Creates a room. An existing OneToOneChat is returned with `meta.created: false`.',
    event: 'room.create',
    scope: 'rooms:write',
    body: {},
  })
  create(@JsonObjectBody() body: EventData): EventData {
    return body;
  }

  @ApiRoute('GET', '', {
    summary:
      "Lists the user's rooms, the one with the latest message first; `meta.next_cursor` requests the next page.",
    event: 'room.list',
    scope: 'rooms:read',
    query: PAGE,
  })
  list(@Query() query: EventData): EventData {
    return fromQuery(query, PAGE);
  }

  @ApiRoute('GET', ':room_id/', { summary: 'Returns a room and its members.', event: 'room.info', scope: 'rooms:read' })
  info(@Param('room_id') room_id: string): EventData {
    return { room_id };
  }

  @ApiRoute('PATCH', ':room_id/', {
    summary: 'Changes the name, description, avatar and other properties of a room.',
    event: 'room.modify',
    scope: 'rooms:write',
    body: { variant: 'update', within: 'data' },
  })
  update(@Param('room_id') room_id: string, @JsonObjectBody() data: EventData): EventData {
    return { room_id, action: 'update', data };
  }

  @ApiRoute('DELETE', ':room_id/', {
    summary: 'Deletes a room with everything in it.',
    event: 'room.modify',
    scope: 'rooms:write',
  })
  remove(@Param('room_id') room_id: string): EventData {
    return { room_id, action: 'delete' };
  }
}
