import type { ClientLimits, SettingsPart, SettingsToken } from './settings-part.js';
import type { StoredValues } from './stored-values.js';

/** The settings of a valid environment. Each part makes its own when they are asked for first. */
export class Settings {
  private readonly made = new Map<SettingsToken<object>, object>();

  constructor(
    private readonly parts: readonly SettingsPart[],
    readonly stored: StoredValues,
    private readonly production: boolean,
  ) {}

  /**
   * The settings of one part.
   * @throws CannotStart if the part cannot make them
   */
  of<Of extends object>(token: SettingsToken<Of>): Of {
    let settings = this.made.get(token);
    if (!settings) {
      const part = this.parts.find((each) => each.token === token);
      if (!part) throw new Error(`No part of the configuration makes ${token.name}: list it in src/settings-parts.ts.`);
      const make = (): object => part.settings(this.stored.variables, this.production);
      this.made.set(token, (settings = part.stored ? following(make) : make()));
    }
    // A part makes what its token stands for.
    return settings as Of;
  }

  /**
   * The settings of all parts.
   * @throws CannotStart if a part cannot make them
   */
  all(): { readonly token: SettingsToken<object>; readonly settings: object }[] {
    return this.parts.map(({ token }) => ({ token, settings: this.of(token) }));
  }

  /** The limits of all parts to which clients keep. */
  clientLimits(): ClientLimits {
    return Object.assign({}, ...this.parts.map((part) => part.clientLimits?.(this.of(part.token)))) as ClientLimits;
  }
}

/** Settings that are read anew each time: stored values change while the service runs. */
function following(make: () => object): object {
  const getters = Object.keys(make()).map((key) => [
    key,
    { enumerable: true, get: (): unknown => (make() as Readonly<Record<string, unknown>>)[key] },
  ]);
  return Object.defineProperties({}, Object.fromEntries(getters) as PropertyDescriptorMap);
}
