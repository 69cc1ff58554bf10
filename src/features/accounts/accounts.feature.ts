import type { Feature } from '../../platform/feature/feature.js';
import { PendingAccountRow } from './sign-up/pending-account.entity.js';
import { SignUpRow } from './sign-up/sign-up.entity.js';

export const accountsFeature: Feature = {
  entities: [PendingAccountRow, SignUpRow],
  module: async () => (await import('./accounts.module.js')).AccountsModule,
};
