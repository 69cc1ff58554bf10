import type { IncomingMessage } from 'node:http';

import { applyDecorators, createParamDecorator, HttpCode, HttpStatus, Post } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { validated } from '@parley/realtime/inbound';
import type { RequestClass } from '@parley/realtime/inbound';

import { ApiError } from './api-error.js';

/** A request whose body, if it is JSON, has been read. */
export type ParsedRequest = IncomingMessage & { readonly body?: unknown };

const MAX_BODY_BYTES = 16 * 1_024;
const JSON_TYPE = /^application\/json\s*(;|$)/i;

export function readJsonBodies(app: NestExpressApplication): void {
  app.useBodyParser('json', { limit: MAX_BODY_BYTES, strict: true });
}

/** A route that answers a POST, and makes nothing that would deserve 201. */
export const PostRoute = (path: string, status: HttpStatus = HttpStatus.OK): MethodDecorator =>
  applyDecorators(Post(path), HttpCode(status));

/** The body as an instance of the class that says what it may be, as by {@link bodyOf}. */
export const JsonBody = createParamDecorator((shape: RequestClass, context: ExecutionContext) =>
  bodyOf(shape, context.switchToHttp().getRequest<ParsedRequest>()),
);

/**
 * @throws ApiError 415 if the body is not JSON, 400 if it is not an object
 * @throws Refusal with `{field: [reasons]}`
 */
export function bodyOf<Body extends object>(shape: RequestClass<Body>, request: ParsedRequest): Body {
  const { headers, body = {} } = request;
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) {
    throw new ApiError(
      HttpStatus.UNSUPPORTED_MEDIA_TYPE,
      'The body must be application/json.',
      'unsupported_media_type',
    );
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ApiError(HttpStatus.BAD_REQUEST, 'The body must be a JSON object.', 'parse_error');
  }
  return validated(shape, body as Record<string, unknown>);
}
