import type { IncomingMessage } from 'node:http';

import { Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Req, UseGuards } from '@nestjs/common';
import { Choice, Ids, idsOf, Integer, Moment, Optional, Text } from '@parley/realtime/requests';
import type { Actor } from '@parley/realtime/requests';

import { CurrentUser, UserGuard, userRefusals } from '../../features/auth/http/user.guard.js';
import type { AuthenticatedUser } from '../../features/auth/http/user.guard.js';
import { actingUser } from '../../features/audit/audited-act.js';
import { DeploymentSettings } from '../../features/deployment/deployment.settings.js';
import { AcceptInvitation } from '../../features/invitations/accept-invitation.js';
import type { AcceptedInvitation } from '../../features/invitations/accept-invitation.js';
import { InvitationLists } from '../../features/invitations/invitation-lists.js';
import { InvitationPolicy } from '../../features/invitations/invitation.policy.js';
import type { InvitationView } from '../../features/invitations/invitation.view.js';
import {
  LONGEST_INVITATION,
  MakeInvitation,
  MOST_USES,
  USUAL_INVITATION,
} from '../../features/invitations/make-invitation.js';
import type { MadeInvitation } from '../../features/invitations/make-invitation.js';
import { USER_KINDS } from '../../features/users/account.js';
import type { UserKind } from '../../features/users/account.js';
import { MAX_EMAIL_LENGTH } from '../../features/users/email-address.js';
import { partOf } from '../../platform/collections/list-part.js';
import { JsonBody } from '../../platform/http/body.js';
import { preferredLanguage } from '../../platform/http/languages.js';
import { QueryOf } from '../../platform/http/query-values.js';
import { Throttle } from '../../platform/http/rate-limits.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { bodyRefusals, PublicRoute, RETRY_AFTER } from '../../platform/http/route-contract.js';
import type { AnswerContract } from '../../platform/http/route-contract.js';
import { nextCursor, PageRequest, sizeOf, textAfter } from '../administration/access/page-request.js';
import { isId, uuidOf } from '../administration/access/path-values.js';

const MOST_ROOMS = 20;
/** Readings of one address. */
const MOST_READINGS = { most: 60, seconds: 60 };

class NewInvitationRequest {
  /** The ids of rooms that the invited people enter. */
  @Optional()
  @Ids({ least: 0, most: MOST_ROOMS })
  rooms?: string[] | null;

  /** The only address with which an account may be made; one person may use it then. */
  @Optional()
  @Text({ min: 3, max: MAX_EMAIL_LENGTH })
  email?: string | null;

  /** What the invited people become. */
  @Optional()
  @Choice(USER_KINDS)
  role?: UserKind | null;

  /** When the access of invited guests ends. Without it the access has no end. */
  @Optional()
  @Moment()
  guest_until?: string | null;

  /** How many people may use it. */
  @Optional()
  @Integer({ min: 1, max: MOST_USES })
  uses?: number | null;

  /** In seconds. */
  @Optional()
  @Integer({ min: 0, max: LONGEST_INVITATION })
  expires_in?: number | null;
}

/** A page of invitations, the newest first. */
export interface InvitationPageView {
  readonly invitations: readonly InvitationView[];
  readonly next_cursor: string | null;
}

/** An invitation as whoever has its token sees it. */
export interface OpenInvitationView {
  /** The name of the deployment. */
  readonly deployment: string;
  /** The username; null: an operator made it. */
  readonly inviter: string | null;
  /** The names of its rooms. */
  readonly rooms: readonly string[];
  /** What becomes who signs up by it; who has an account stays what it is. */
  readonly role: UserKind;
  /** When the access of its guests ends; null: it has no end. */
  readonly guest_until: string | null;
  /** The only address with which an account may be made; null: any. */
  readonly email: string | null;
  readonly expires_at: string;
}

const VOID: AnswerContract = {
  description: 'The invitation is unknown, used up, expired or revoked: `not_found`.',
  type: 'HttpError',
};

/** Invitations to the deployment. */
@Controller('api/invitations')
export class InvitationsController {
  private readonly readings = new Throttle(MOST_READINGS);

  constructor(
    private readonly maker: MakeInvitation,
    private readonly acceptance: AcceptInvitation,
    private readonly lists: InvitationLists,
    private readonly policy: InvitationPolicy,
    private readonly deployment: DeploymentSettings,
    private readonly addresses: RemoteAddresses,
  ) {}

  @PublicRoute({
    summary: 'Invites people to the deployment.',
    bearer: 'user',
    body: NewInvitationRequest,
    answers: {
      201: { description: 'The invitation, with its address and token, once.', type: 'MadeInvitation' },
      ...bodyRefusals,
      ...userRefusals,
      403: {
        description: 'INVITES or a room does not permit it, or the user is a guest: `permission_denied`.',
        type: 'HttpError',
      },
      404: { description: 'There is no such room: `not_found`.', type: 'HttpError' },
      429: { description: 'INVITATIONS_PER_DAY is reached: `throttled`.', type: 'HttpError', headers: RETRY_AFTER },
    },
  })
  @Post()
  @UseGuards(UserGuard)
  async create(
    @CurrentUser() user: AuthenticatedUser,
    @JsonBody(NewInvitationRequest) { rooms, email, uses, expires_in, ...kind }: NewInvitationRequest,
    @Req() request: IncomingMessage,
  ): Promise<MadeInvitation> {
    const actor = this.actorOf(user, request);
    const grant = await this.policy.mayInvite(actor, idsOf(rooms ?? []));
    return this.maker.make(grant, actingUser(actor), {
      email: email ?? undefined,
      uses: uses ?? 1,
      expiresIn: expires_in ?? USUAL_INVITATION,
      language: preferredLanguage(request),
      role: kind.role ?? 'member',
      guestUntil: kind.guest_until ? new Date(kind.guest_until) : undefined,
    });
  }

  @PublicRoute({
    summary: 'Returns a page of the own invitations, the newest first; administrators see those of everybody.',
    bearer: 'user',
    query: PageRequest,
    answers: {
      200: { description: 'A page of invitations.', type: 'InvitationPageView' },
      400: { description: 'Parameters are invalid, with a list of reasons for each.', type: 'BodyRefusal' },
      ...userRefusals,
      404: { description: 'The user is a guest: `not_found`.', type: 'HttpError' },
    },
  })
  @Get()
  @UseGuards(UserGuard)
  async list(
    @CurrentUser() user: AuthenticatedUser,
    @QueryOf(PageRequest) page: PageRequest,
    @Req() request: IncomingMessage,
  ): Promise<InvitationPageView> {
    const limit = sizeOf(page);
    const grant = this.policy.mayList(this.actorOf(user, request));
    const found = await this.lists.part(grant, { after: textAfter(page, isId), limit: limit + 1 });
    const { items, after } = partOf(found, { limit }, ({ id }) => id);
    return { invitations: items, next_cursor: nextCursor(after) };
  }

  @PublicRoute({
    summary: 'Revokes an own invitation; administrators revoke those of everybody.',
    bearer: 'user',
    answers: {
      204: { description: 'It is void.' },
      ...userRefusals,
      403: { description: 'The user is a guest: `permission_denied`.', type: 'HttpError' },
      404: { description: 'There is no such invitation, or it is revoked: `not_found`.', type: 'HttpError' },
    },
  })
  @Delete(':invitation_id/')
  @HttpCode(HttpStatus.NO_CONTENT)
  @UseGuards(UserGuard)
  revoke(
    @CurrentUser() user: AuthenticatedUser,
    @Param('invitation_id') id: string,
    @Req() request: IncomingMessage,
  ): Promise<void> {
    const actor = this.actorOf(user, request);
    return this.maker.revoke(this.policy.mayRevoke(actor), actingUser(actor), uuidOf(id));
  }

  @PublicRoute({
    summary: 'Returns what an invitation is to, for whoever has its token.',
    answers: {
      200: { description: 'The invitation.', type: 'OpenInvitationView' },
      404: VOID,
      429: {
        description: 'Too many readings from this address: `throttled`.',
        type: 'HttpError',
        headers: RETRY_AFTER,
      },
    },
  })
  @Get('by-token/:token')
  async show(@Param('token') token: string, @Req() request: IncomingMessage): Promise<OpenInvitationView> {
    await this.readings.require(this.addresses.addressOf(request), 'Too many requests: wait a moment.');
    const invitation = await this.acceptance.open(token);
    return {
      deployment: this.deployment.name,
      inviter: invitation.inviter,
      rooms: await this.lists.roomNames(invitation),
      role: invitation.isForGuests ? 'guest' : 'member',
      guest_until: invitation.guestUntil?.toISOString() ?? null,
      email: invitation.email,
      expires_at: invitation.expiresAt.toISOString(),
    };
  }

  @PublicRoute({
    summary: 'Enters the rooms of an invitation.',
    bearer: 'user',
    answers: {
      200: { description: 'The rooms of the invitation in which the user is now.', type: 'AcceptedInvitation' },
      ...userRefusals,
      400: { description: 'The only room is full, with a reason.', type: 'BodyRefusal' },
      403: { description: 'The user is banned from the only room: `permission_denied`.', type: 'HttpError' },
      404: VOID,
      429: { description: 'The user is in too many rooms: `throttled`.', type: 'HttpError', headers: RETRY_AFTER },
    },
  })
  @Post('by-token/:token/accept/')
  @HttpCode(HttpStatus.OK)
  @UseGuards(UserGuard)
  accept(
    @CurrentUser() user: AuthenticatedUser,
    @Param('token') token: string,
    @Req() request: IncomingMessage,
  ): Promise<AcceptedInvitation> {
    return this.acceptance.accept(this.actorOf(user, request), token);
  }

  private actorOf({ user, role, mayUseRole, family }: AuthenticatedUser, request: IncomingMessage): Actor {
    const client = { address: this.addresses.addressOf(request), sessionId: family };
    return { user, role: mayUseRole ? role : undefined, client };
  }
}
