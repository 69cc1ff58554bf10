import { Controller, Param, UseGuards, UseInterceptors } from '@nestjs/common';

import { JsonObjectBody } from '../../platform/http/body.js';
import { ApiRoute } from './api-route.js';
import type { EventData } from './api-route.js';
import { ApiGuard } from './api.guard.js';
import { ApiInterceptor } from './api.interceptor.js';

/** Users, for programs. */
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

  @ApiRoute('PATCH', 'me/', {
    summary: "Changes the user's own settings and profile, and returns them.",
    event: 'user.update',
    scope: 'users:write',
    body: {},
  })
  update(@JsonObjectBody() body: EventData): EventData {
    return body;
  }
}
