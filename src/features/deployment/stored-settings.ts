import { Injectable, Logger } from '@nestjs/common';

import { PeriodicTask } from '../../platform/async/periodic-task.js';
import type { StoredValue } from '../../platform/config/settings-part.js';
import { StoredValues } from '../../platform/config/stored-values.js';
import { StoredSettingsRepository } from './stored-settings.repository.js';
import type { SettingChange } from './stored-settings.repository.js';

/** Reads the stored settings of the deployment into the configuration of this process. */
@Injectable()
export class StoredSettings {
  /** Reads them if another process has changed one. */
  readonly reading = new PeriodicTask(
    async () => {
      await this.read();
    },
    new Logger('Settings'),
    'Cannot read the stored settings',
  );
  private changes = 0;

  constructor(
    private readonly repository: StoredSettingsRepository,
    private readonly values: StoredValues,
  ) {}

  /** @param changes how often any setting has changed by now */
  async follow(changes: number): Promise<void> {
    if (changes !== this.changes) await this.reading.runNow();
  }

  /**
   * Values that this program refuses, such as those of a later release, have no effect.
   * @returns the stored settings, with those
   */
  async read(): Promise<readonly SettingChange[]> {
    const rows = await this.repository.list();
    const stored = rows.filter((row): row is typeof row & { value: StoredValue } => row.value !== null);
    this.values.replace(
      new Map(stored.filter(({ name, value }) => this.accepts(name, value)).map(({ name, value }) => [name, value])),
    );
    this.changes = rows.reduce((sum, each) => sum + each.changes, 0);
    return rows;
  }

  private accepts(name: string, value: StoredValue): boolean {
    if (!this.values.has(name)) return false;
    try {
      this.values.parsed(name, value);
      return true;
    } catch {
      return false;
    }
  }
}
