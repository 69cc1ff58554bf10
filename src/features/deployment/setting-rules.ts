import { Injectable } from '@nestjs/common';
import type { StoredValue } from '../../platform/config/settings-part.js';
import type { Work } from '../../platform/database/unit-of-work.js';

/** What a rule of a setting decides on. */
export interface CheckedSetting {
  readonly manager: Work['manager'];
  readonly userId: number | undefined;
  readonly value: StoredValue;
}

/**
 * Checks a value beyond the form that its part declares, such as whether a room exists.
 * @returns what is wrong, as a sentence for the user; undefined: nothing
 */
export type SettingRule = (checked: CheckedSetting) => Promise<string | undefined>;

/** The rules of settings, each of the feature that has the setting. */
@Injectable()
export class SettingRules {
  private readonly rules = new Map<string, SettingRule>();

  /** Called while the modules are initialised. */
  add(name: string, rule: SettingRule): void {
    this.rules.set(name, rule);
  }

  async fault(name: string, checked: CheckedSetting): Promise<string | undefined> {
    return this.rules.get(name)?.(checked);
  }
}
