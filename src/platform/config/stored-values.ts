import type { CleanedEnv } from 'envalid';

import { WrongValue } from './parsers.js';
import type { SettingsPart, StoredSetting, StoredValue, VariableTable } from './settings-part.js';
import { valuesOf } from './variable-values.js';

/** The setting that chooses the defaults of others. */
const PRESET = 'preset';

/** Where the value of a setting is from. */
export type SettingSource = 'default' | 'stored' | 'environment';

/**
 * The present values of all variables, some of which administrators may store. The environment wins over the stored
 * value, and the stored value over the default, which depends on the preset.
 */
export class StoredValues {
  /** The values by variable. Those that can be stored are read anew each time. */
  readonly variables: CleanedEnv<VariableTable>;
  private readonly declared: ReadonlyMap<string, StoredSetting>;
  private readonly table: VariableTable;
  private stored: ReadonlyMap<string, StoredValue> = new Map();

  /** @param given the names of the variables that the environment sets */
  constructor(
    parts: readonly SettingsPart[],
    private readonly values: CleanedEnv<VariableTable>,
    private readonly given: ReadonlySet<string>,
  ) {
    this.declared = new Map(parts.flatMap(({ stored = {} }) => Object.entries(stored)));
    this.table = Object.assign({}, ...parts.map(({ variables }) => variables)) as VariableTable;
    this.variables = { ...values };
    for (const [name, { variable }] of this.declared) {
      Object.defineProperty(this.variables, variable, { get: () => this.value(name) });
    }
  }

  /** The names of all settings that can be stored. */
  get names(): readonly string[] {
    return [...this.declared.keys()];
  }

  /** @returns undefined if it has no value, not even a default */
  value(name: string): StoredValue | undefined {
    const { variable, team } = this.setting(name);
    if (this.given.has(variable)) return this.values[variable];
    return this.stored.get(name) ?? (this.isForTeam(name) ? team : undefined) ?? this.values[variable];
  }

  source(name: string): SettingSource {
    if (this.given.has(this.setting(name).variable)) return 'environment';
    return this.stored.has(name) ? 'stored' : 'default';
  }

  /** The variable of the environment that fixes it. */
  variable(name: string): string {
    return this.setting(name).variable;
  }

  /** The values that it may have; undefined: they are not listed. */
  choices(name: string): readonly StoredValue[] | undefined {
    return this.table[this.setting(name).variable]?.choices;
  }

  /** Replaces all stored values. Those of settings that this program does not know have no effect. */
  replace(stored: ReadonlyMap<string, StoredValue>): void {
    this.stored = stored;
  }

  /**
   * Checks a value as that of the variable. A text may stand for a value of another type, as in the environment.
   * @throws WrongValue
   */
  parsed(name: string, given: unknown): StoredValue {
    const { variable } = this.setting(name);
    const declared = this.table[variable];
    if (!declared) throw new Error(`no part has the variable ${variable}`);
    const text = textOf(given);
    if (!text.isWellFormed() || text.includes('\0')) throw new WrongValue('must be text without a NUL');
    const { values, faults } = valuesOf({ [variable]: declared }, { [variable]: text });
    if (faults.length > 0) throw new WrongValue(faults.join('\n').slice(`${variable}: `.length));
    const value = values[variable] as StoredValue;
    if (typeof given !== 'string' && typeof given !== typeof value)
      throw new WrongValue(`must not be a ${typeof given}`);
    return value;
  }

  has(name: string): boolean {
    return this.declared.has(name);
  }

  private setting(name: string): StoredSetting {
    const setting = this.declared.get(name);
    if (!setting) throw new Error(`no part declares the setting ${name}`);
    return setting;
  }

  private isForTeam(name: string): boolean {
    return name !== PRESET && this.declared.has(PRESET) && this.value(PRESET) === 'team';
  }
}

/** As the environment has it. @throws WrongValue */
function textOf(given: unknown): string {
  if (typeof given === 'string') return given;
  if (typeof given === 'number' || typeof given === 'boolean') return String(given);
  if (!Array.isArray(given) || !given.every((each) => typeof each === 'string')) {
    throw new WrongValue('must be a text, a number, true, false or a list of texts');
  }
  return given.join(',');
}
