import { createParamDecorator, HttpStatus, Injectable } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';

import { Config } from '../../platform/config/config.js';
import { ApiError } from '../../platform/http/api-error.js';
import { bodyOf, TextField } from '../../platform/http/body.js';
import type { ParsedRequest } from '../../platform/http/body.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { MAX_PASSWORD_LENGTH } from '../../users/new-user.js';
import { MAX_USERNAME_LENGTH, usernameKey } from '../../users/username.js';
import { UsersService } from '../../users/users.service.js';
import type { TokenHolder } from '../../users/users.service.js';
import { FailedLogIns } from '../log-ins/failed-log-ins.js';
import type { WatchedKey } from '../log-ins/failed-log-ins.js';
import { LogInRecords } from '../log-ins/log-in-records.js';

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
    private readonly failed: FailedLogIns,
    private readonly records: LogInRecords,
    private readonly addresses: RemoteAddresses,
    private readonly config: Config,
  ) {
    super({ passReqToCallback: true });
  }

  async validate(request: ParsedRequest, username: string, password: string): Promise<TokenHolder | false> {
    const address = this.addresses.addressOf(request);
    try {
      const keys = this.keysOf(address, usernameKey(username));
      return (await this.failed.watch(keys, () => this.checked(username, password, address))) ?? false;
    } catch (error) {
      if (error instanceof ApiError) await this.records.limited(address);
      throw error;
    }
  }

  private async checked(username: string, password: string, address: string): Promise<TokenHolder | undefined> {
    const { userId, holder } = await this.users.logIn(username, password);
    if (holder) this.records.succeeded(holder.id);
    else await this.records.failed(userId, address);
    return holder;
  }

  /**
   * A username is refused only to the address from which it failed, so that nobody can lock another user out. Failures
   * from other addresses slow it. An address is refused after failures of many usernames.
   */
  private keysOf(address: string, username: string): WatchedKey[] {
    const { failedLoginsPerMinute, failedLoginsPerAddress } = this.config.tokens;
    return [
      { name: `address ${address}`, most: failedLoginsPerAddress },
      { name: `address ${address} username ${username}`, most: failedLoginsPerMinute },
      { name: `username ${username}`, most: Infinity, slowFrom: failedLoginsPerMinute },
    ];
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
