import { Controller, Param, Query, UseGuards, UseInterceptors } from '@nestjs/common';

import { JsonObjectBody } from '../../platform/http/body.js';
import { integer } from '../../platform/http/query-values.js';
import { ApiRoute, fromQuery } from './api-route.js';
import type { EventData } from './api-route.js';
import { ApiGuard } from './api.guard.js';
import { ApiInterceptor } from './api.interceptor.js';

const PAGE = { limit: 'integer', cursor: 'string' } as const;
const SEARCH = { query: 'string', limit: 'integer', cursor: 'string' } as const;

@Controller('api/users')
@UseGuards(ApiGuard)
@UseInterceptors(ApiInterceptor)
export class UsersController {
  @ApiRoute('GET', ':username/', {
    summary: 'Returns the user with a username, so that a room can be created with that user.',
    event: 'user.find',
    scope: 'users:read',
  })
  find(@Param('username') username: string): EventData {
    return { username };
  }

  @ApiRoute('GET', '', {
    summary: 'Returns users by the beginning of a name, as far as `USER_DIRECTORY` permits it.',
    event: 'user.search',
    scope: 'users:read',
    query: SEARCH,
  })
  search(@Query() query: EventData): EventData {
    return fromQuery(query, SEARCH);
  }

  @ApiRoute('POST', 'info/', {
    summary: 'Returns the profiles of users who share a room with the user.',
    event: 'user.info',
    scope: 'users:read',
    body: {},
  })
  info(@JsonObjectBody() body: EventData): EventData {
    return body;
  }

  @ApiRoute('PATCH', 'me/', {
    summary: "Changes the user's own settings and profile, and returns them.",
    event: 'user.update',
    scope: 'users:write',
    body: {},
  })
  update(@JsonObjectBody() body: EventData): EventData {
    return body;
  }

  @ApiRoute('GET', 'me/blocks/', {
    summary: 'Returns the users whom the user blocks.',
    event: 'user.blocks',
    scope: 'users:read',
    query: PAGE,
  })
  blocks(@Query() query: EventData): EventData {
    return fromQuery(query, PAGE);
  }

  @ApiRoute('POST', 'me/blocks/:user_id/', {
    summary: 'Blocks another user.',
    event: 'user.block',
    scope: 'users:write',
    integers: ['user_id'],
  })
  block(@Param('user_id') userId: string): EventData {
    return { user_id: integer(userId), blocked: true };
  }

  @ApiRoute('DELETE', 'me/blocks/:user_id/', {
    summary: 'Ends the block of another user.',
    event: 'user.block',
    scope: 'users:write',
    integers: ['user_id'],
  })
  unblock(@Param('user_id') userId: string): EventData {
    return { user_id: integer(userId), blocked: false };
  }

  @ApiRoute('PATCH', 'me/notify/', {
    summary: 'Chooses of which messages the user is notified, and at which hours the user gets no push.',
    event: 'user.notify',
    scope: 'users:write',
    body: {},
  })
  notify(@JsonObjectBody() body: EventData): EventData {
    return body;
  }
}
