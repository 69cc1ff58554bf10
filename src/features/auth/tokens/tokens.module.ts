import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';

import { AccountStatusRepository } from '../account-status.repository.js';
import { AccessCheck, TokenVerifier } from './access-check.js';
import { ForeignTokens } from './foreign-tokens.js';
import { OwnTokens, ownTokenOptions } from './own-tokens.js';

@Module({
  imports: [JwtModule.register(ownTokenOptions)],
  providers: [AccessCheck, AccountStatusRepository, ForeignTokens, OwnTokens, TokenVerifier],
  exports: [AccessCheck, OwnTokens],
})
export class TokensModule {}
