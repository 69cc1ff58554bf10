import { Controller, Param, UseGuards, UseInterceptors } from '@nestjs/common';

import { ApiGuard } from './api.guard.js';
import { ApiInterceptor } from './api.interceptor.js';
import type { EventData } from './api.interceptor.js';
import { ApiRoute } from './api-route.js';

/** Users, for programs. */
@Controller('api/users')
@UseGuards(ApiGuard)
@UseInterceptors(ApiInterceptor)
export class UsersController {
  @ApiRoute('GET', ':username/', {
    summary: 'Who has a username, to begin a room with them.',
    event: 'user.find',
    scope: 'users:read',
  })
  find(@Param('username') username: string): EventData {
    return { username };
  }
}
