import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { Catch, HttpException, HttpStatus, Logger } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter, HttpServer } from '@nestjs/common';
import { ErrorCode, Refusal, tooFast } from '@parley/protocol';
import { describeFault } from '@parley/realtime/requests';

import { faultRecord } from './fault-record.js';
import { isDatabaseAway, isPoolFull, OUTAGE_RETRY_SECONDS, POOL_RETRY_SECONDS } from '../database/failures.js';
import { traceId } from '../tracing/traces.js';
import { ApiError } from './api-error.js';
import type { BodyRefusal } from './api-error.js';
import { requestIdOf } from './request-headers.js';
import { isOpenedInBrowser, unknownPage, unknownPagePolicy } from './unknown-page.js';
import type { UnknownPageLinks } from './unknown-page.js';

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const UNAUTHORIZED: number = HttpStatus.UNAUTHORIZED;
const NOT_FOUND: number = HttpStatus.NOT_FOUND;

const REFUSED: Readonly<Record<ErrorCode, { readonly status: number; readonly code: string }>> = {
  [ErrorCode.notPermitted]: { status: HttpStatus.FORBIDDEN, code: 'permission_denied' },
  [ErrorCode.invalid]: { status: HttpStatus.BAD_REQUEST, code: 'invalid' },
  [ErrorCode.notFound]: { status: HttpStatus.NOT_FOUND, code: 'not_found' },
  [ErrorCode.conflict]: { status: HttpStatus.CONFLICT, code: 'conflict' },
  [ErrorCode.internal]: { status: HttpStatus.INTERNAL_SERVER_ERROR, code: 'error' },
  [ErrorCode.tooFast]: { status: HttpStatus.TOO_MANY_REQUESTS, code: 'throttled' },
};

export const httpCodeOf = ({ code }: Refusal): string => REFUSED[code].code;

/** Texts for errors of the framework: its own texts would repeat parts of the request. */
const BY_STATUS = new Map<number, readonly [detail: string, code: string]>([
  [HttpStatus.BAD_REQUEST, ['The request cannot be read as JSON.', 'parse_error']],
  [HttpStatus.NOT_FOUND, ['Not found.', 'not_found']],
  [HttpStatus.PAYLOAD_TOO_LARGE, ['The body is too large.', 'request_too_large']],
  [HttpStatus.UNSUPPORTED_MEDIA_TYPE, ['The body must be application/json.', 'unsupported_media_type']],
]);

const isRemedy = (body: object): boolean => !('code' in body && body.code === 'not_found');

/** Makes every HTTP answer other than success. The details of an unexpected error are only logged. */
@Catch()
export class ErrorsFilter implements ExceptionFilter {
  private readonly log = new Logger('Http');

  /** @param links of the page for addresses that are opened in a browser */
  constructor(
    private readonly server: HttpServer,
    private readonly links: UnknownPageLinks,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<ServerResponse>();
    const request = host.switchToHttp().getRequest<IncomingMessage>();
    if (this.server.isHeadersSent(response)) return;
    const { status, body, headers = {} } = this.answerTo(error, request);
    // Replaces headers that a started answer, such as a file, has set.
    this.server.setHeader(response, 'Cache-Control', 'no-store');
    response.removeHeader('Content-Encoding');
    // Other texts name a remedy, such as the command that builds a page.
    if (status === NOT_FOUND && isOpenedInBrowser(request) && !isRemedy(body)) {
      this.replyWithPage(request, response);
      return;
    }
    this.server.setHeader(response, 'Content-Type', 'application/json; charset=utf-8');
    for (const [name, value] of Object.entries(headers)) this.server.setHeader(response, name, value);
    if (status === UNAUTHORIZED) this.server.setHeader(response, 'WWW-Authenticate', 'Bearer');
    this.server.reply(response, body, status);
  }

  private replyWithPage(request: IncomingMessage, response: ServerResponse): void {
    unknownPagePolicy(request, response, () => undefined);
    this.server.setHeader(response, 'Content-Type', 'text/html; charset=utf-8');
    this.server.reply(response, unknownPage(request, this.links), NOT_FOUND);
  }

  private answerTo(error: unknown, request: IncomingMessage): Answer {
    if (error instanceof ApiError) {
      return { status: error.getStatus(), body: error.getResponse() as object, headers: error.headers };
    }
    if (error instanceof Refusal) return answerOf(error);
    if (error instanceof HttpException) {
      const [detail, code] = BY_STATUS.get(error.getStatus()) ?? ['The request was refused.', 'error'];
      return { status: error.getStatus(), body: { detail, code } };
    }
    if (isPoolFull(error)) return answerOf(tooFast('The service is busy (DATABASE_POOL_SIZE).', POOL_RETRY_SECONDS));
    const fault = randomUUID();
    const fields = { fault, request_id: requestIdOf(request), trace_id: traceId() };
    this.log.error(faultRecord(error, fields, fault));
    const detail = describeFault(error, fault);
    return isDatabaseAway(error)
      ? unavailable(detail)
      : { status: HttpStatus.INTERNAL_SERVER_ERROR, body: { detail, code: 'error' } };
  }
}

/** The answer to a request during an outage of the database, after which a retry succeeds. */
const unavailable = (detail: string): Answer => ({
  status: HttpStatus.SERVICE_UNAVAILABLE,
  body: { detail, code: 'unavailable' },
  headers: { 'Retry-After': String(OUTAGE_RETRY_SECONDS) },
});

/** The answer of a route that refuses its request. */
export function answerOf({ code: reason, detail, retryAfter }: Refusal): Answer & { readonly body: BodyRefusal } {
  const { status, code } = REFUSED[reason];
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfter)) };
  return { status, body: typeof detail === 'string' ? { detail, code } : detail, headers };
}
