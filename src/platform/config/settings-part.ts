import type { CleanedEnv, ValidatorSpec } from 'envalid';

/** Variables of the environment by name, each with its parser, its default and a description for operators. */
export type VariableTable = Readonly<Record<string, ValidatorSpec<string | number | boolean | string[]>>>;

/** The class of settings, by which they are injected. */
export type SettingsToken<Settings extends object> = abstract new () => Settings;

/**
 * A part of the configuration, which belongs to what needs it: a file `<name>.settings.ts` declares the class of the
 * settings and their part. `src/settings-parts.ts` lists all parts. This file and those of parts load no service, because the
 * configuration is read before anything else.
 */
export interface SettingsPart<Settings extends object = object, Table extends VariableTable = VariableTable> {
  readonly token: SettingsToken<Settings>;
  /** A part that depends on a variable of another part names it too, as the same object. */
  readonly variables: Table;
  /** What is wrong although each variable is valid. A fault begins with the name of its variable and has no value. */
  faults?(values: CleanedEnv<Table>, production: boolean): readonly string[];
  /**
   * Makes the settings of values without a fault. It may create secrets and store them in the data folder.
   * @throws CannotStart
   */
  settings(values: CleanedEnv<Table>, production: boolean): Settings;
  /** The limits to which clients keep, by their names in the first frame. */
  clientLimits?(settings: Settings): ClientLimits;
  /**
   * The variables whose values administrators may store, by the names of these settings. Their values change while the
   * service runs: `Settings` makes the settings anew for each value that is read.
   */
  readonly stored?: Readonly<Record<string, StoredSetting>>;
}

/** A setting that administrators may store. */
export interface StoredSetting<Variable extends string = string> {
  /** Set in the environment, it wins over the stored value. */
  readonly variable: Variable;
  /** The default of a deployment for a team; without it, that of the variable. */
  readonly team?: StoredValue;
}

export type StoredValue = string | number | boolean | readonly string[];

/** Numbers by their names in `meta.limits` of the first frame. */
export type ClientLimits = Readonly<Record<string, number>>;

/** Declares a part. The types of its values are those of its variables. */
export const settingsPart = <Settings extends object, Table extends VariableTable>(
  part: SettingsPart<Settings, Table> & {
    readonly stored?: Readonly<Record<string, StoredSetting<keyof Table & string>>>;
  },
): SettingsPart<Settings, Table> => part;

/** The variables of all parts. */
export const variablesOf = (parts: readonly SettingsPart[]): VariableTable =>
  Object.assign({}, ...parts.map(({ variables }) => variables)) as VariableTable;
