import { createParamDecorator, HttpStatus, Injectable } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';

import { ApiError, bodyOf } from '../../http/index.js';
import type { ParsedRequest } from '../../http/index.js';
import type { TokenHolder } from '../../users/index.js';
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
