import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';

import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { UsersModule } from '../users/users.module.js';
import { AccountStatusRepository } from './account-status.repository.js';
import { SessionAuthenticateEvent } from './events/session-authenticate.event.js';
import { AccountController } from './http/account.controller.js';
import { LogInStepsController } from './http/log-in-steps.controller.js';
import { OidcController, OidcProviderController } from './http/oidc.controller.js';
import { PasswordStrategy } from './http/password.guard.js';
import { SecondFactorController } from './http/second-factor.controller.js';
import { TokenController } from './http/token.controller.js';
import { UserGuard } from './http/user.guard.js';
import { WebSessionController } from './http/web-session.controller.js';
import { FailedLogIns } from './log-ins/failed-log-ins.js';
import { LogInAttempts } from './log-ins/log-in-attempts.js';
import { LogInAudit } from './log-ins/log-in-audit.js';
import { LogInOrigins } from './log-ins/log-in-origin.js';
import { LogInProofs } from './log-ins/log-in-proofs.js';
import { LogInRecords } from './log-ins/log-in-records.js';
import { LogInsRepository } from './log-ins/log-ins.repository.js';
import { PasswordAttempts } from './log-ins/password-attempts.js';
import { PasswordPace } from './log-ins/password-pace.js';
import { PasswordChangeService } from './log-ins/password-change.service.js';
import { BackChannelLogOutService } from './oidc/back-channel-log-out.service.js';
import { IdentityProvider } from './oidc/identity-provider.js';
import { LogInFlows } from './oidc/log-in-flows.js';
import { LogOutTokens } from './oidc/log-out-tokens.js';
import { ProviderAccountsRepository } from './oidc/provider-accounts.repository.js';
import { ProviderDiscovery } from './oidc/provider-discovery.js';
import { ProviderLogInService } from './oidc/provider-log-in.service.js';
import { ProviderLogInsRepository } from './oidc/provider-log-ins.repository.js';
import { ProviderUsersService } from './oidc/provider-users.service.js';
import { CodeAttempts } from './second-factor/code-attempts.js';
import { LogInStepsService } from './second-factor/log-in-steps.service.js';
import { ReauthenticationService } from './second-factor/reauthentication.service.js';
import { FactorEncryptionService } from './second-factor/factor-encryption.service.js';
import { SealedFactorsRepository } from './second-factor/sealed-factors.repository.js';
import { SealedSecrets } from './second-factor/sealed-secrets.js';
import { SecondFactorStateService } from './second-factor/second-factor-state.service.js';
import { SecondFactorsRepository } from './second-factor/second-factors.repository.js';
import { SecondFactorsService } from './second-factor/second-factors.service.js';
import { ConnectedUsers } from './sockets/connected-users.js';
import { SocketAuthenticator } from './sockets/socket-authenticator.js';
import { SocketTokenRegistry } from './sockets/socket-token-registry.js';
import { SpentTicketsRepository } from './tickets/spent-tickets.repository.js';
import { Tickets } from './tickets/tickets.js';
import { AccessCheck, TokenVerifier } from './tokens/access-check.js';
import { ForeignTokens } from './tokens/foreign-tokens.js';
import { OwnTokens, ownTokenOptions } from './tokens/own-tokens.js';
import { TokenPairsService } from './tokens/token-pairs.service.js';

@Module({
  imports: [UsersModule, PassportModule, JwtModule.register(ownTokenOptions)],
  controllers: [
    AccountController,
    LogInStepsController,
    OidcController,
    OidcProviderController,
    SecondFactorController,
    TokenController,
    WebSessionController,
  ],
  providers: [
    AccessCheck,
    BackChannelLogOutService,
    CodeAttempts,
    ConnectedUsers,
    FactorEncryptionService,
    SocketTokenRegistry,
    FailedLogIns,
    ForeignTokens,
    IdentityProvider,
    LogInAttempts,
    LogInAudit,
    LogInFlows,
    LogInOrigins,
    LogInProofs,
    LogInRecords,
    LogInStepsService,
    LogInsRepository,
    LogOutTokens,
    OwnTokens,
    PasswordAttempts,
    PasswordChangeService,
    PasswordPace,
    PasswordStrategy,
    ProviderAccountsRepository,
    ProviderDiscovery,
    ProviderLogInService,
    ProviderLogInsRepository,
    ProviderUsersService,
    ReauthenticationService,
    RemoteAddresses,
    SealedFactorsRepository,
    SealedSecrets,
    SecondFactorsRepository,
    SecondFactorsService,
    SecondFactorStateService,
    SessionAuthenticateEvent,
    SocketAuthenticator,
    AccountStatusRepository,
    SpentTicketsRepository,
    Tickets,
    TokenPairsService,
    TokenVerifier,
    UserGuard,
  ],
  // Nest creates a guard in the module that uses it, so the guard's dependencies are exported.
  exports: [
    AccessCheck,
    ConnectedUsers,
    FactorEncryptionService,
    SocketTokenRegistry,
    FailedLogIns,
    LogInStepsService,
    SecondFactorStateService,
    SocketAuthenticator,
    TokenPairsService,
  ],
})
export class AuthModule {}
