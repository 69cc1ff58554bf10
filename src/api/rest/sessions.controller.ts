import { Controller, Param, UseGuards, UseInterceptors } from '@nestjs/common';

import { ApiRoute } from './api-route.js';
import type { EventData } from './api-route.js';
import { ApiGuard } from './api.guard.js';
import { ApiInterceptor } from './api.interceptor.js';

@Controller('api/sessions')
@UseGuards(ApiGuard)
@UseInterceptors(ApiInterceptor)
export class SessionsController {
  @ApiRoute('GET', '', {
    summary: "Lists the user's sessions: log-ins with their open connections, the newest activity first.",
    event: 'session.list',
    scope: 'sessions:read',
  })
  list(): EventData {
    return {};
  }

  @ApiRoute('DELETE', ':session_id/', {
    summary: "Ends one of the user's sessions: its tokens become invalid and its connections are closed.",
    event: 'session.close',
    scope: 'sessions:write',
  })
  close(@Param('session_id') session_id: string): EventData {
    return { session_id };
  }
}
