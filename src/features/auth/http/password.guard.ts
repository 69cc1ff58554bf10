import { createParamDecorator, HttpStatus, Injectable } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import { usernameKey } from '@parley/protocol/text';

import { ApiError } from '../../../platform/http/api-error.js';
import { bodyOf, TextField } from '../../../platform/http/body.js';
import type { ParsedRequest } from '../../../platform/http/body.js';
import { RemoteAddresses } from '../../../platform/http/remote-addresses.js';
import { MAX_PASSWORD_LENGTH } from '../../users/new-user.js';
import { MAX_USERNAME_LENGTH } from '../../users/username.js';
import { UsersService } from '../../users/users.service.js';
import type { TokenHolder } from '../../users/users.service.js';
import { LogInRecords } from '../log-ins/log-in-records.js';
import { PasswordAttempts } from '../log-ins/password-attempts.js';

export class LogInRequest {
  @TextField({ maxLength: MAX_USERNAME_LENGTH })
  username!: string;

  @TextField({ maxLength: MAX_PASSWORD_LENGTH })
  password!: string;
}

@Injectable()
export class PasswordStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly users: UsersService,
    private readonly attempts: PasswordAttempts,
    private readonly records: LogInRecords,
    private readonly addresses: RemoteAddresses,
  ) {
    super({ passReqToCallback: true });
  }

  async validate(request: ParsedRequest, username: string, password: string): Promise<TokenHolder | false> {
    const address = this.addresses.addressOf(request);
    const limited = () => this.records.limited(address);
    const check = () => this.checked(username, password, address);
    return (await this.attempts.watch({ address, username: usernameKey(username), limited }, check)) ?? false;
  }

  private async checked(username: string, password: string, address: string): Promise<TokenHolder | undefined> {
    const { userId, holder } = await this.users.logIn(username, password);
    if (!holder) await this.records.failed(userId, address);
    return holder;
  }
}

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
