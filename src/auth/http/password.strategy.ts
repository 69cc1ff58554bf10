import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';

import { RemoteAddresses } from '../../http/index.js';
import type { ParsedRequest } from '../../http/index.js';
import { usernameKey, UsersService } from '../../users/index.js';
import type { TokenHolder } from '../../users/index.js';
import { FailedLogIns } from './failed-log-ins.js';

@Injectable()
export class PasswordStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly users: UsersService,
    private readonly failed: FailedLogIns,
    private readonly addresses: RemoteAddresses,
  ) {
    super({ passReqToCallback: true });
  }

  async validate(request: ParsedRequest, username: string, password: string): Promise<TokenHolder | false> {
    const keys = [`address ${this.addresses.addressOf(request)}`, `username ${usernameKey(username)}`];
    return (await this.failed.watch(keys, () => this.users.logIn(username, password))) ?? false;
  }
}
