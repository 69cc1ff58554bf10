import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';

import { RemoteAddresses } from '../http/index.js';
import { UsersModule } from '../users/index.js';
import { AccessCheck } from './access-check.js';
import { SocketTokenRegistry } from './admitted-sockets.js';
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
import { AccountStatusRepository } from './standing.repository.js';
import { TokenPairsService } from './token-pairs.service.js';
import { TokenVerifier } from './token-proofs.js';

@Module({
  imports: [UsersModule, PassportModule],
  controllers: [TokenController],
  providers: [
    AccessCheck,
    SocketTokenRegistry,
    FailedLogIns,
    ForeignTokens,
    LogInAttempts,
    LogInsRepository,
    OwnTokens,
    PasswordStrategy,
    RemoteAddresses,
    SessionAuthenticateEvent,
    SocketAuthenticator,
    AccountStatusRepository,
    TokenPairsService,
    TokenVerifier,
    UserGuard,
  ],
  // Nest creates a guard in the module that uses it, so the guard's dependencies are exported.
  exports: [AccessCheck, SocketTokenRegistry, FailedLogIns, SocketAuthenticator, TokenPairsService],
})
export class AuthModule {}
