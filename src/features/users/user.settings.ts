import { wholeNumber } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/** The accounts of users. */
export abstract class UserSettings {
  /** In code points, where a password is set. */
  abstract readonly minPasswordLength: number;
}

export const userPart = settingsPart({
  token: UserSettings,
  variables: {
    PASSWORD_MIN_LENGTH: wholeNumber({ min: 1, max: 128 })({
      default: 8,
      desc: 'Minimum number of characters of a password where one is set; present passwords stay valid.',
    }),
  },
  settings: (values): UserSettings => ({ minPasswordLength: values.PASSWORD_MIN_LENGTH }),
});
