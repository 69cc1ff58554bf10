import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';

import { UsersService } from '../../users/index.js';
import type { TokenHolder } from '../../users/index.js';

@Injectable()
export class PasswordStrategy extends PassportStrategy(Strategy) {
  constructor(private readonly users: UsersService) {
    super();
  }

  async validate(username: string, password: string): Promise<TokenHolder | false> {
    return (await this.users.logIn(username, password)) ?? false;
  }
}
