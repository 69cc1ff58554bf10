import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';

import { RemoteAddresses } from '../platform/http/remote-addresses.js';
import { UsersModule } from '../users/users.module.js';
import { AccountStatusRepository } from './account-status.repository.js';
import { SessionAuthenticateEvent } from './events/session-authenticate.event.js';
import { AccountController } from './http/account.controller.js';
import { PasswordStrategy } from './http/password.guard.js';
import { TokenController } from './http/token.controller.js';
import { UserGuard } from './http/user.guard.js';
import { WebSessionController } from './http/web-session.controller.js';
import { FailedLogIns } from './log-ins/failed-log-ins.js';
import { LogInAttempts } from './log-ins/log-in-attempts.js';
import { LogInAudit } from './log-ins/log-in-audit.js';
import { LogInOrigins } from './log-ins/log-in-origin.js';
import { LogInRecords } from './log-ins/log-in-records.js';
import { LogInsRepository } from './log-ins/log-ins.repository.js';
import { PasswordAttempts } from './log-ins/password-attempts.js';
import { PasswordChangeService } from './log-ins/password-change.service.js';
import { ConnectedUsers } from './sockets/connected-users.js';
import { SocketAuthenticator } from './sockets/socket-authenticator.js';
import { SocketTokenRegistry } from './sockets/socket-token-registry.js';
import { AccessCheck, TokenVerifier } from './tokens/access-check.js';
import { ForeignTokens } from './tokens/foreign-tokens.js';
import { OwnTokens, ownTokenOptions } from './tokens/own-tokens.js';
import { TokenPairsService } from './tokens/token-pairs.service.js';

@Module({
  imports: [UsersModule, PassportModule, JwtModule.register(ownTokenOptions)],
  controllers: [AccountController, TokenController, WebSessionController],
  providers: [
    AccessCheck,
    ConnectedUsers,
    SocketTokenRegistry,
    FailedLogIns,
    ForeignTokens,
    LogInAttempts,
    LogInAudit,
    LogInOrigins,
    LogInRecords,
    LogInsRepository,
    OwnTokens,
    PasswordAttempts,
    PasswordChangeService,
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
  exports: [AccessCheck, ConnectedUsers, SocketTokenRegistry, FailedLogIns, SocketAuthenticator, TokenPairsService],
})
export class AuthModule {}
