import { createParamDecorator, HttpStatus, Injectable } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';

import { ApiError } from '../../platform/http/api-error.js';
import { bodyOf } from '../../platform/http/body.js';
import type { ParsedRequest } from '../../platform/http/body.js';
import type { TokenHolder } from '../../users/users.service.js';
import { LogInRequest } from './token.requests.js';

/** Checks username and password. The body is validated first: passport-local would report a failed log-in instead. */
@Injectable()
export class PasswordGuard extends AuthGuard('local') {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    bodyOf(LogInRequest, context.switchToHttp().getRequest<ParsedRequest>());
    return (await super.canActivate(context)) as boolean;
  }

  override handleRequest<Holder>(error: unknown, holder: Holder | false): Holder {
    if (error) throw error as Error;
    if (!holder) {
      throw new ApiError(
        HttpStatus.UNAUTHORIZED,
        'No active account found with the given credentials',
        'no_active_account',
      );
    }
    return holder;
  }
}

/** The user that the {@link PasswordGuard} has accepted. */
export const LoggedIn = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<ParsedRequest & { user: TokenHolder }>().user,
);
