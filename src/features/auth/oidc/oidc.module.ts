import { Module } from '@nestjs/common';

import { UsersModule } from '../../users/users.module.js';
import { OidcController, OidcProviderController } from '../http/oidc.controller.js';
import { LogInsModule } from '../log-ins/log-ins.module.js';
import { BackChannelLogOutService } from './back-channel-log-out.service.js';
import { IdentityProvider } from './identity-provider.js';
import { LogInFlows } from './log-in-flows.js';
import { LogOutTokens } from './log-out-tokens.js';
import { ProviderAccountsRepository } from './provider-accounts.repository.js';
import { ProviderDiscovery } from './provider-discovery.js';
import { ProviderLogInService } from './provider-log-in.service.js';
import { ProviderLogInsRepository } from './provider-log-ins.repository.js';
import { ProviderUsersService } from './provider-users.service.js';

@Module({
  imports: [LogInsModule, UsersModule],
  controllers: [OidcController, OidcProviderController],
  providers: [
    BackChannelLogOutService,
    IdentityProvider,
    LogInFlows,
    LogOutTokens,
    ProviderAccountsRepository,
    ProviderDiscovery,
    ProviderLogInService,
    ProviderLogInsRepository,
    ProviderUsersService,
  ],
  exports: [ProviderLogInsRepository],
})
export class OidcModule {}
