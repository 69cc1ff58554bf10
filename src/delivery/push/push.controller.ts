import { ECDH } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import { All, Controller, Delete, Get, HttpCode, HttpStatus, Post, Res, UseGuards } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { describedField, Optional, StrictObject } from '@parley/realtime/requests';
import { ValidateBy } from 'class-validator';

import { CurrentUser, UserGuard, userRefusals } from '../../features/auth/http/user.guard.js';
import type { AuthenticatedUser } from '../../features/auth/http/user.guard.js';
import { PushSettings } from './push.settings.js';
import { ApiError } from '../../platform/http/api-error.js';
import { JsonBody, TextField } from '../../platform/http/body.js';
import { EnabledBy } from '../../platform/http/enabled-by.js';
import { bodyRefusals, PublicRoute } from '../../platform/http/route-contract.js';
import type { RouteContract } from '../../platform/http/route-contract.js';
import { endpointFault, LONGEST_ENDPOINT } from './push-endpoint.js';
import { PushSubscriptionsService } from './push-subscriptions.service.js';
import type { KnownSubscription } from './subscriptions.repository.js';
import { WebPush } from './web-push.js';

const KEY_BYTES = 65;
const AUTH_BYTES = 16;
/** The first byte of an uncompressed point, which has both of its coordinates. */
const UNCOMPRESSED = 4;
const PADDED = /^[A-Za-z0-9_-]+={0,2}$/;

/** A number of bytes as base64url, with or without padding, as browsers send them. */
const Bytes = (length: number, isKey: boolean): PropertyDecorator =>
  describedField(
    { type: 'string', pattern: PADDED.source },
    ValidateBy({
      name: 'bytes',
      validator: {
        validate: (value) => typeof value === 'string' && isBytes(value, length) && (!isKey || isPoint(value)),
        defaultMessage: () =>
          isKey ? 'Must be a public key of P-256, as base64url.' : `Must be ${String(length)} bytes, as base64url.`,
      },
    }),
  );

/** Refuses a text that is longer than necessary before decoding it. */
const isBytes = (value: string, length: number): boolean =>
  value.length <= 2 * length && PADDED.test(value) && Buffer.from(value, 'base64url').length === length;

/** Encryption needs a point of the curve. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return Buffer.from(key, 'base64url')[0] === UNCOMPRESSED;
  } catch {
    return false;
  }
}

class SubscriptionKeys {
  @Bytes(KEY_BYTES, true)
  p256dh!: string;

  @Bytes(AUTH_BYTES, false)
  auth!: string;
}

/** The fields of a browser's `PushSubscription` besides its keys, as its `toJSON()` returns them. */
class SubscriptionRequest {
  @TextField({ maxLength: LONGEST_ENDPOINT })
  endpoint!: string;

  /** Milliseconds since 1970. Not used: the push service reports whether it has expired. */
  @Optional({ nullable: false })
  @describedField({ type: ['number', 'null'] }, nullOrNumber())
  expirationTime?: number | null;
}

class SubscribeRequest extends SubscriptionRequest {
  @StrictObject(() => SubscriptionKeys)
  keys!: SubscriptionKeys;
}

class UnsubscribeRequest extends SubscriptionRequest {
  /** Not used: the endpoint names the subscription. */
  @Optional({ nullable: false })
  @StrictObject(() => SubscriptionKeys)
  keys?: SubscriptionKeys;
}

function nullOrNumber(): PropertyDecorator {
  return ValidateBy({
    name: 'nullOrNumber',
    validator: {
      validate: (value) => value === null || typeof value === 'number',
      defaultMessage: () => 'Must be a number or null.',
    },
  });
}

/** The `applicationServerKey` for browsers. */
export interface PushKey {
  /** 65 bytes as base64url. */
  readonly public_key: string;
}

/** A browser that receives pushes. Its endpoint is secret; only the host is returned. */
export interface PushSubscriptionView {
  readonly id: string;
  readonly host: string;
  readonly created_at: string;
  /** When its push service last accepted a push. */
  readonly last_ok_at: string | null;
}

/** The subscriptions of one user, the oldest first. */
export interface PushSubscriptionList {
  readonly subscriptions: readonly PushSubscriptionView[];
}

const off: RouteContract['answers'] = { 404: { description: 'Web Push is off.', type: 'HttpError' } };

@Controller('api/push')
@EnabledBy(PushSettings, ({ vapid }) => vapid !== undefined)
export class PushController {
  constructor(
    private readonly subscriptions: PushSubscriptionsService,
    private readonly webPush: WebPush,
    private readonly settings: PushSettings,
  ) {}

  @PublicRoute({
    summary: 'Returns the key that a browser subscribes to pushes with.',
    answers: { 200: { description: 'The key.', type: 'PushKey' }, ...off },
  })
  @Get('key/')
  key(): PushKey {
    return { public_key: this.webPush.publicKey ?? '' };
  }

  @PublicRoute({
    summary: "Lists the browsers that receive pushes for the token's user.",
    bearer: 'user',
    answers: {
      200: { description: 'The subscriptions, the oldest first.', type: 'PushSubscriptionList' },
      ...userRefusals,
      ...off,
    },
  })
  @Get('subscriptions/')
  @UseGuards(UserGuard)
  async list(@CurrentUser() { userId }: AuthenticatedUser): Promise<PushSubscriptionList> {
    return { subscriptions: (await this.subscriptions.list(userId)).map(toView) };
  }

  @PublicRoute({
    summary: "Subscribes a browser to the pushes of only the token's user. Clients should repeat it regularly.",
    bearer: 'user',
    body: SubscribeRequest,
    answers: {
      200: { description: 'It was subscribed already.', type: 'PushSubscriptionView' },
      201: { description: 'It is subscribed now.', type: 'PushSubscriptionView' },
      ...bodyRefusals,
      ...userRefusals,
      ...off,
    },
  })
  @Post('subscriptions/')
  @UseGuards(UserGuard)
  async subscribe(
    @CurrentUser() user: AuthenticatedUser,
    @JsonBody(SubscribeRequest) { endpoint, keys }: SubscribeRequest,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<PushSubscriptionView> {
    const fault = endpointFault(endpoint, this.settings.allowedHosts);
    if (fault !== undefined) throw invalid({ endpoint: [fault] });
    const { p256dh, auth } = keys;
    const target = { endpoint: new URL(endpoint).href, p256dh: unpadded(p256dh), auth: unpadded(auth) };
    const { subscription, isNew } = await this.subscriptions.subscribe(user, target);
    response.statusCode = isNew ? HttpStatus.CREATED : HttpStatus.OK;
    return toView(subscription);
  }

  @PublicRoute({
    summary: "Unsubscribes a browser from the pushes of the token's user, if it is subscribed.",
    bearer: 'user',
    body: UnsubscribeRequest,
    answers: { 204: { description: 'It is not subscribed.' }, ...bodyRefusals, ...userRefusals, ...off },
  })
  @Delete('subscriptions/')
  @HttpCode(HttpStatus.NO_CONTENT)
  @UseGuards(UserGuard)
  async unsubscribe(
    @CurrentUser() { userId }: AuthenticatedUser,
    @JsonBody(UnsubscribeRequest) { endpoint }: UnsubscribeRequest,
  ): Promise<void> {
    if (URL.canParse(endpoint)) await this.subscriptions.unsubscribe(userId, new URL(endpoint).href);
  }

  @All('key')
  otherMethodOfKey(@Res({ passthrough: true }) response: ServerResponse): never {
    return onlyAllowed(response, 'GET');
  }

  @All('subscriptions')
  otherMethod(@Res({ passthrough: true }) response: ServerResponse): never {
    return onlyAllowed(response, 'GET, POST, DELETE');
  }
}

function onlyAllowed(response: ServerResponse, methods: string): never {
  response.setHeader('Allow', methods);
  throw new ApiError(HttpStatus.METHOD_NOT_ALLOWED, `Only ${methods} is allowed here.`, 'method_not_allowed');
}

const unpadded = (text: string): string => text.replace(/=+$/, '');

const toView = ({ id, host, createdAt, lastOkAt }: KnownSubscription): PushSubscriptionView => ({
  id,
  host,
  created_at: createdAt.toISOString(),
  last_ok_at: lastOkAt?.toISOString() ?? null,
});
