import type { ServerResponse } from 'node:http';

import { Injectable } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Refusal } from '@parley/protocol';
import type { ErrorDetail } from '@parley/protocol';
import { HttpCalls } from '@parley/realtime/http-calls';
import { ConnectionGroups, requireKnown } from '@parley/realtime/requests';
import { mergeMap } from 'rxjs';
import type { Observable } from 'rxjs';

import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { PublicRoute } from '../../platform/http/route-contract.js';
import type { EventRoute } from '../../platform/http/route-contract.js';
import type { EventData } from './api-route.js';
import type { ApiRequest } from './api.guard.js';

/** The properties that Express adds to a request. */
type ParsedApiRequest = ApiRequest & {
  readonly query: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** Executes the event of a route with the `data` that the route returns; its reply frame becomes the response. */
@Injectable()
export class ApiInterceptor implements NestInterceptor<EventData, string> {
  constructor(
    private readonly reflector: Reflector,
    private readonly calls: HttpCalls,
    private readonly groups: ConnectionGroups,
    private readonly addresses: RemoteAddresses,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<EventData>): Observable<string> {
    const { event } = this.reflector.get(PublicRoute, context.getHandler());
    const http = context.switchToHttp();
    const request = http.getRequest<ParsedApiRequest>();
    const { apiUser } = request;
    if (!event || !apiUser) throw new Error('the route has no event, or the request was not authenticated');
    requireKnown(unknownIn(event, request));
    return next.handle().pipe(
      mergeMap(async (data) => {
        const answer = await this.run(event, data, apiUser, this.addresses.addressOf(request));
        http.getResponse<ServerResponse>().setHeader('Content-Type', 'application/json; charset=utf-8');
        return answer;
      }),
    );
  }

  private async run(
    { name, body }: EventRoute,
    data: EventData,
    { user, role, roomsVersion, key }: NonNullable<ApiRequest['apiUser']>,
    address: string,
  ): Promise<string> {
    try {
      const groups = () => this.groups.groupsOf(user.id, roomsVersion);
      const actor = { user, role, apiKey: key, client: { address, sessionId: undefined } };
      return await this.calls.execute({ event: name, data, actor, groups });
    } catch (error) {
      if (!(error instanceof Refusal) || body?.within === undefined) throw error;
      throw new Refusal(error.code, asInBody(error.detail, `${body.within}.`), error.retryAfter);
    }
  }
}

/** The parameters and the fields of the body that the route does not know. The event validates its own fields. */
function unknownIn({ query = {}, body }: EventRoute, request: ParsedApiRequest): readonly string[] {
  const parameters = Object.keys(request.query).filter((name) => !Object.hasOwn(query, name));
  const { only } = body ?? {};
  if (!only || typeof request.body !== 'object' || request.body === null) return parameters;
  const known = [...only, ...Object.keys(request.params)];
  return [...parameters, ...Object.keys(request.body).filter((name) => !known.includes(name))];
}

/** Renames invalid fields to their names in the body. */
function asInBody(detail: ErrorDetail, prefix: string): ErrorDetail {
  if (typeof detail === 'string') return detail;
  const renamed = Object.entries(detail).map(([field, reasons]) => {
    return [field.startsWith(prefix) ? field.slice(prefix.length) : field, reasons];
  });
  return Object.fromEntries(renamed) as ErrorDetail;
}
