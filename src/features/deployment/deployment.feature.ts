import type { Feature } from '../../platform/feature/feature.js';
import { StoredSettingRow } from './stored-setting.entity.js';

export const deploymentFeature: Feature = {
  entities: [StoredSettingRow],
  personalData: {
    notExported: {
      'deployment_settings.*': 'is no data of a user: the audit log of the user has who changed a setting',
    },
    notRemoved: { 'deployment_settings.changed_by': 'is set to null with the user' },
  },
  module: async () => (await import('./deployment.module.js')).DeploymentModule,
};
