import type { IncomingMessage } from 'node:http';

import { createParamDecorator, Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Actor } from '@parley/realtime/requests';

import type { AuthenticatedUser } from '../../../features/auth/http/user.guard.js';
import { requireFreshProof } from '../../../features/auth/log-ins/log-in-proof.js';
import { LogInStepsService } from '../../../features/auth/second-factor/log-in-steps.service.js';
import { Throttle } from '../../../platform/http/rate-limits.js';
import { RemoteAddresses } from '../../../platform/http/remote-addresses.js';
import { Authorities } from '../../../features/users/roles/authority.js';
import type { Authority } from '../../../features/users/roles/authority.js';
import { DeploymentPolicy } from '../../../features/users/roles/deployment.policy.js';
import type { DeploymentAction } from '../../../features/users/roles/deployment.policy.js';

/**
 * The right in the whole deployment without which a route is refused. A right on a user is checked in the transaction of
 * the action.
 */
export const RequiredRight = Reflector.createDecorator<DeploymentAction>();

/** A moderator or administrator of the deployment. */
export interface Administrator {
  readonly actor: Actor;
  /** The rights of the user, as of the moment of each action. */
  readonly authority: Authority;
}

type AdministrationRequest = IncomingMessage & { user: AuthenticatedUser; administrator?: Administrator };

/** The most requests of one user. A page that shows everything at once makes ten. */
const MOST_REQUESTS = { most: 300, seconds: 60 };

/** Requires the right of the route, of a user whom the UserGuard has accepted. */
@Injectable()
export class AdministratorGuard implements CanActivate {
  private readonly requests = new Throttle(MOST_REQUESTS);

  constructor(
    private readonly reflector: Reflector,
    private readonly policy: DeploymentPolicy,
    private readonly authorities: Authorities,
    private readonly steps: LogInStepsService,
    private readonly addresses: RemoteAddresses,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AdministrationRequest>();
    const { user, role, mayUseRole, proof, family } = request.user;
    const client = { address: this.addresses.addressOf(request), sessionId: family };
    const actor = { user, role, client };
    this.policy.require(this.reflector.get(RequiredRight, context.getHandler()), actor);
    if (!mayUseRole) throw await this.steps.refusalOfRole(user.id, proof);
    await this.requests.require(String(user.id), 'Too many requests: wait a moment.');
    request.administrator = {
      actor,
      authority: this.authorities.of(actor, () => requireFreshProof(proof)),
    };
    return true;
  }
}

/** The user that the {@link AdministratorGuard} has accepted. */
export const CurrentAdministrator = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AdministrationRequest>().administrator,
);
