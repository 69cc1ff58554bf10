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

/** A change of a setting that its feature takes part in. */
export interface SettingEffectOf {
  readonly manager: Work['manager'];
  readonly old: StoredValue | null;
  readonly value: StoredValue | null;
}

/** Does what a change of a setting needs, in its transaction. */
export type SettingEffect = (change: SettingEffectOf) => Promise<void>;

/** The rules of settings, each of the feature that has the setting. */
@Injectable()
export class SettingRules {
  private readonly rules = new Map<string, SettingRule>();
  private readonly effects = new Map<string, SettingEffect>();

  /** Called while the modules are initialised. */
  add(name: string, rule: SettingRule): void {
    this.rules.set(name, rule);
  }

  /** Called while the modules are initialised. */
  whenChanged(name: string, effect: SettingEffect): void {
    this.effects.set(name, effect);
  }

  async changed(name: string, change: SettingEffectOf): Promise<void> {
    await this.effects.get(name)?.(change);
  }

  async fault(name: string, checked: CheckedSetting): Promise<string | undefined> {
    return this.rules.get(name)?.(checked);
  }
}
