import { Module } from '@nestjs/common';

import { StoredValues } from '../../platform/config/stored-values.js';
import { ChangeSettings } from './change-settings.js';
import { SettingRules } from './setting-rules.js';
import { SettingsWatch } from './settings-watch.js';
import { StoredSettings } from './stored-settings.js';
import { StoredSettingsRepository } from './stored-settings.repository.js';

/** The settings that are stored in the database. They are read before any service of a feature begins. */
@Module({
  providers: [
    StoredSettingsRepository,
    {
      provide: StoredSettings,
      inject: [StoredSettingsRepository, StoredValues],
      useFactory: async (repository: StoredSettingsRepository, values: StoredValues): Promise<StoredSettings> => {
        const settings = new StoredSettings(repository, values);
        await settings.read();
        return settings;
      },
    },
    SettingRules,
    ChangeSettings,
  ],
  exports: [ChangeSettings, SettingRules, StoredSettings],
})
export class StoredSettingsModule {}

/** For a server, which settings of other processes reach. */
@Module({ imports: [StoredSettingsModule], providers: [SettingsWatch], exports: [StoredSettingsModule] })
export class DeploymentModule {}
