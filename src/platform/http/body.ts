import type { IncomingMessage, ServerResponse } from 'node:http';

import { applyDecorators, createParamDecorator, HttpCode, HttpStatus, Post } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { invalid } from '@parley/protocol';
import {
  checkKnownPaths,
  describedField,
  malformedFields,
  mayLoseDigits,
  parseExactly,
  validated,
} from '@parley/realtime/requests';
import type { RequestClass } from '@parley/realtime/requests';
import { ValidateBy } from 'class-validator';

import { ApiError } from './api-error.js';
import { hasBody } from './request-headers.js';

/** A request, with its body if that is JSON, or a form where one is expected. */
export type ParsedRequest = IncomingMessage & { readonly body?: unknown };

const MAX_BODY_BYTES = 16 * 1_024;
const JSON_TYPE = /^application\/json\s*(;|$)/i;
const OTHER_CHARSET = /;\s*charset\s*=\s*(?!"?utf-8"?\s*(;|$))/i;
/** Paths whose bodies correspond to frames, and may be as long. */
const SAID_AS_ON_A_SOCKET = /^\/api\/(rooms|messages|sessions|users)(\/|\?|$)/i;

/** The path whose body is a form, because another specification than ours describes it. */
const SENDS_A_FORM = /^\/api\/oidc\/back-channel-log-out(\/|\?|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** @param maxFrameBytes the maximum length of a frame */
export function readBodies(app: NestExpressApplication, maxFrameBytes: number): void {
  const isAsOnASocket = ({ url = '' }: IncomingMessage): boolean => SAID_AS_ON_A_SOCKET.test(url);
  const texts = new WeakMap<IncomingMessage, string>();
  const verify = (request: IncomingMessage, _: ServerResponse, bytes: Buffer): void => {
    if (mayLoseDigits(bytes.toString('latin1'))) texts.set(request, bytes.toString());
  };
  const asOnASocket = { limit: maxFrameBytes, verify, type: (it: IncomingMessage) => isAsOnASocket(it) && isJson(it) };
  app.useBodyParser('json', asOnASocket);
  app.useBodyParser('json', { limit: MAX_BODY_BYTES, type: (it: IncomingMessage) => !isAsOnASocket(it) && isJson(it) });
  app.useBodyParser('urlencoded', { limit: MAX_BODY_BYTES, extended: false, type: isForm });
  app.use((request: IncomingMessage & { body?: unknown }, _: ServerResponse, next: () => void) => {
    const text = texts.get(request);
    if (text !== undefined) request.body = parseExactly(text);
    next();
  });
}

/** A POST route that creates no resource, and so does not answer 201. */
export const PostRoute = (path: string, status: HttpStatus = HttpStatus.OK): MethodDecorator =>
  applyDecorators(Post(path), HttpCode(status));

/** The body, validated by a request class with {@link bodyOf}. */
export const JsonBody = createParamDecorator((shape: RequestClass, context: ExecutionContext) =>
  bodyOf(shape, context.switchToHttp().getRequest<ParsedRequest>()),
);

/**
 * The body of a route whose event validates it. Values that no event accepts are refused here, under the field names of
 * the body. A missing body is an empty object.
 */
export const JsonObjectBody = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<ParsedRequest>();
  const body = hasBody(request) ? objectOf(request) : {};
  const unfit = malformedFields(body);
  if (Object.keys(unfit).length > 0) throw invalid(unfit);
  return body;
});

/**
 * @throws ApiError 415 if the body is not JSON, 400 if it is not an object
 * @throws Refusal with `{field: [reasons]}`, also for fields that its class does not declare
 */
export function bodyOf<Body extends object>(shape: RequestClass<Body>, request: ParsedRequest): Body {
  const body = validated(shape, objectOf(request));
  checkKnownPaths(body);
  return body;
}

/** JSON is UTF-8 (RFC 8259). */
const isJson = ({ headers: { 'content-type': type = '' } }: IncomingMessage): boolean =>
  JSON_TYPE.test(type) && !OTHER_CHARSET.test(type);

const isForm = ({ url = '', headers: { 'content-type': type = '' } }: IncomingMessage): boolean =>
  SENDS_A_FORM.test(url) && FORM_TYPE.test(type);

function objectOf(request: ParsedRequest): Readonly<Record<string, unknown>> {
  const { body = {} } = request;
  if (!isJson(request)) {
    throw new ApiError(
      HttpStatus.UNSUPPORTED_MEDIA_TYPE,
      'The body must be application/json.',
      'unsupported_media_type',
    );
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ApiError(HttpStatus.BAD_REQUEST, 'The body must be a JSON object.', 'parse_error');
  }
  return body as Record<string, unknown>;
}

/** A required field with a non-empty text. */
export const TextField = ({ maxLength }: { maxLength: number }): PropertyDecorator =>
  describedField(
    { type: 'string', minLength: 1, maxLength },
    ValidateBy({
      name: 'textField',
      validator: {
        validate: (value) => faultOf(value, maxLength) === undefined,
        defaultMessage: (fault) => faultOf(fault?.value, maxLength) ?? '',
      },
    }),
  );

function faultOf(value: unknown, maxLength: number): string | undefined {
  if (value === undefined) return 'This field is required.';
  if (value === null) return 'This field may not be null.';
  if (typeof value !== 'string') return 'Not a valid string.';
  if (value === '') return 'This field may not be blank.';
  if (value.length > maxLength) return `Ensure this field has no more than ${String(maxLength)} characters.`;
  return undefined;
}
