export type SettingValue = string | number | boolean | readonly string[];

/** A setting that administrators may store. */
export interface SettingState {
  /** Null: it has none, and no default. */
  readonly value: SettingValue | null;
  readonly source: 'default' | 'stored' | 'environment';
  /** The variable of the environment that fixes it. */
  readonly variable: string;
  /** Null: any value of its form. */
  readonly choices: readonly SettingValue[] | null;
  readonly changed_at: string | null;
  /** Null: an operator, or a user who was deleted. */
  readonly changed_by: { readonly username: string } | null;
}

/** Every setting by its name. */
export type SettingStates = Readonly<Record<string, SettingState>>;
