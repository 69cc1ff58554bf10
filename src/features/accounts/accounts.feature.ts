import type { Feature } from '../../platform/feature/feature.js';
import { SignUpRow } from './sign-up/sign-up.entity.js';

export const accountsFeature: Feature = {
  entities: [SignUpRow],
  module: async () => (await import('./accounts.module.js')).AccountsModule,
};
