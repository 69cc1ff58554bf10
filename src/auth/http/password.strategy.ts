import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';

import type { ParsedRequest } from '../../platform/http/body.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { usernameKey } from '../../users/username.js';
import { UsersService } from '../../users/users.service.js';
import type { TokenHolder } from '../../users/users.service.js';
import { FailedLogIns } from '../log-ins/failed-log-ins.js';

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
