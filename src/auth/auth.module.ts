import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';

import { RemoteAddresses } from '../http/index.js';
import { UsersModule } from '../users/index.js';
import { AccessCheck } from './access-check.js';
import { AdmittedSockets } from './admitted-sockets.js';
import { SessionAuthenticateEvent } from './events/session-authenticate.event.js';
import { ForeignTokens } from './foreign-tokens.js';
import { FailedLogIns } from './http/failed-log-ins.js';
import { LogInAttempts } from './http/log-in-attempts.js';
import { PasswordStrategy } from './http/password.strategy.js';
import { TokenController } from './http/token.controller.js';
import { UserGuard } from './http/user.guard.js';
import { LogInsRepository } from './log-ins.repository.js';
import { OwnTokens } from './own-tokens.js';
import { SocketAuthenticator } from './socket-authenticator.js';
import { StandingRepository } from './standing.repository.js';
import { TokenPairs } from './token-pairs.service.js';
import { TokenProofs } from './token-proofs.js';

@Module({
  imports: [UsersModule, PassportModule],
  controllers: [TokenController],
  providers: [
    AccessCheck,
    AdmittedSockets,
    FailedLogIns,
    ForeignTokens,
    LogInAttempts,
    LogInsRepository,
    OwnTokens,
    PasswordStrategy,
    RemoteAddresses,
    SessionAuthenticateEvent,
    SocketAuthenticator,
    StandingRepository,
    TokenPairs,
    TokenProofs,
    UserGuard,
  ],
  // Nest creates a guard in the module that uses it, so the guard's dependencies are exported.
  exports: [AccessCheck, AdmittedSockets, FailedLogIns, SocketAuthenticator, TokenPairs],
})
export class AuthModule {}
