import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import { DatabasePulse } from '../../platform/database/pulse/database-pulse.js';
import { CHANGES } from './stored-settings.repository.js';
import { StoredSettings } from './stored-settings.js';

/** Brings changes of settings by other processes to this one, within a second. */
@Injectable()
export class SettingsWatch implements OnModuleInit {
  constructor(
    private readonly pulse: DatabasePulse,
    private readonly settings: StoredSettings,
  ) {}

  onModuleInit(): void {
    this.pulse.ask({
      name: 'settings_changes',
      expression: () => CHANGES,
      answered: (changes) => {
        void this.settings.follow(Number(changes));
      },
    });
  }
}
