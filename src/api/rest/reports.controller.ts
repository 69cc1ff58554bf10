import { Controller, Param, Query, UseGuards, UseInterceptors } from '@nestjs/common';

import { JsonObjectBody } from '../../platform/http/body.js';
import { ApiRoute, fromQuery, only } from './api-route.js';
import type { EventData } from './api-route.js';
import { ApiGuard } from './api.guard.js';
import { ApiInterceptor } from './api.interceptor.js';

const REPORTS_PAGE = { state: 'string', room_id: 'string', limit: 'integer', cursor: 'string' } as const;

/** Reports of messages and users, for programs. */
@Controller('api/reports')
@UseGuards(ApiGuard)
@UseInterceptors(ApiInterceptor)
export class ReportsController {
  @ApiRoute('GET', '', {
    summary: 'Returns a page of the reports of their rooms to leaders, of all rooms and users to moderators.',
    event: 'report.list',
    scope: 'reports:read',
    query: REPORTS_PAGE,
  })
  list(@Query() query: EventData): EventData {
    return fromQuery(query, REPORTS_PAGE);
  }

  @ApiRoute('POST', '', {
    summary: 'Reports a message or a user to leaders of the room and to moderators.',
    event: 'message.report',
    scope: 'reports:write',
    body: {},
  })
  report(@JsonObjectBody() body: EventData): EventData {
    return body;
  }

  @ApiRoute('POST', ':report_id/resolve/', {
    summary: 'Resolves a report, and deletes its message, or restricts or deactivates its user.',
    event: 'report.resolve',
    scope: 'reports:write',
    body: { only: ['action', 'note', 'until'] },
  })
  resolve(@Param('report_id') report_id: string, @JsonObjectBody() body: EventData): EventData {
    return { ...only(body, 'action', 'note', 'until'), report_id };
  }
}
