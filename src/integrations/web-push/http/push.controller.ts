import type { ServerResponse } from 'node:http';

import { All, Controller, Delete, Get, HttpCode, HttpStatus, Post, Res, UseGuards } from '@nestjs/common';
import { invalid } from '@parley/protocol';

import { CurrentUser, UserGuard, userRefusals } from '../../../auth/http/user.guard.js';
import type { AuthenticatedUser } from '../../../auth/http/user.guard.js';
import { Config } from '../../../platform/config/config.js';
import { ApiError } from '../../../platform/http/api-error.js';
import { JsonBody } from '../../../platform/http/body.js';
import { EnabledBy } from '../../../platform/http/enabled-by.js';
import { bodyRefusals, PublicRoute } from '../../../platform/http/route-contract.js';
import type { RouteContract } from '../../../platform/http/route-contract.js';
import { endpointFault } from '../push-endpoint.js';
import { PushSubscriptionsService } from '../push-subscriptions.service.js';
import type { KnownSubscription } from '../subscriptions.repository.js';
import { WebPush } from '../web-push.js';
import { SubscribeRequest, UnsubscribeRequest } from './push.requests.js';

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
@EnabledBy((config) => config.push.vapid !== undefined)
export class PushController {
  constructor(
    private readonly subscriptions: PushSubscriptionsService,
    private readonly webPush: WebPush,
    private readonly config: Config,
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
    const fault = endpointFault(endpoint, this.config.push.allowedHosts);
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
