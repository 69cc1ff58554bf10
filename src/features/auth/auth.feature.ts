import type { Feature } from '../../platform/feature/feature.js';
import { ProviderAccount, ProviderLogIn } from './oidc/provider-account.entity.js';
import { RecoveryCode, SecondFactor } from './second-factor/second-factor.entity.js';
import { SpentTicket } from './tickets/spent-ticket.entity.js';
import { RefreshToken } from './tokens/refresh-token.entity.js';
import { authPersonalData } from './auth.personal-data.js';

export const authFeature: Feature = {
  entities: [ProviderAccount, ProviderLogIn, RecoveryCode, SecondFactor, SpentTicket, RefreshToken],
  personalData: authPersonalData,
  module: async () => (await import('./auth.module.js')).AuthModule,
};
