import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';

import { MailQueueModule } from '../mail/mail.module.js';
import { UsersModule } from '../users/users.module.js';
import { SessionAuthenticateEvent } from './events/session-authenticate.event.js';
import { AccountController } from './http/account.controller.js';
import { LogInStepsController } from './http/log-in-steps.controller.js';
import { PasswordStrategy } from './http/password.guard.js';
import { PasswordLogIn } from './http/password-log-in.js';
import { TokenController } from './http/token.controller.js';
import { WebSessionController } from './http/web-session.controller.js';
import { LogInsModule } from './log-ins/log-ins.module.js';
import { AccountNoticeMails } from './notices/account-notice-mails.js';
import { OidcModule } from './oidc/oidc.module.js';
import { SecondFactorModule } from './second-factor/second-factor.module.js';
import { ConnectedUsers } from './sockets/connected-users.js';
import { SocketAuthenticator } from './sockets/socket-authenticator.js';
import { SocketTokenRegistry } from './sockets/socket-token-registry.js';
import { TokenPairsService } from './tokens/token-pairs.service.js';
import { TokensModule } from './tokens/access-check.js';

@Module({
  imports: [LogInsModule, MailQueueModule, OidcModule, PassportModule, SecondFactorModule, TokensModule, UsersModule],
  controllers: [AccountController, LogInStepsController, TokenController, WebSessionController],
  providers: [
    AccountNoticeMails,
    ConnectedUsers,
    PasswordLogIn,
    PasswordStrategy,
    SessionAuthenticateEvent,
    SocketAuthenticator,
    SocketTokenRegistry,
    TokenPairsService,
  ],
  // Nest creates a guard in the module that uses it, so the dependencies of the guard are exported.
  exports: [
    ConnectedUsers,
    PasswordLogIn,
    LogInsModule,
    SecondFactorModule,
    SocketAuthenticator,
    SocketTokenRegistry,
    TokenPairsService,
    TokensModule,
  ],
})
export class AuthModule {}
