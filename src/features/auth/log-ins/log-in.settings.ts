import { wholeNumber } from '../../../platform/config/parsers.js';
import { settingsPart } from '../../../platform/config/settings-part.js';

/** The bounds of failed log-ins. */
export abstract class LogInSettings {
  /** Of one username from one address. */
  abstract readonly failedLoginsPerMinute: number;
  /** Of one address and a minute, at least `failedLoginsPerMinute`. */
  abstract readonly failedLoginsPerAddress: number;
}

export const logInPart = settingsPart({
  token: LogInSettings,
  variables: {
    FAILED_LOGINS_PER_MINUTE: wholeNumber({ min: 1, max: 1_000_000 })({
      default: 5,
      desc: 'Failed log-ins of one username from one address, and wrong API keys from one address, on all nodes together; more are answered with 429. From as many failures of a username from anywhere on, its log-ins are slowed.',
    }),
    FAILED_LOGINS_PER_ADDRESS: wholeNumber({ min: 1, max: 1_000_000 })({
      default: 100,
      desc: 'Failed log-ins from one address within a minute, on all nodes together, at least FAILED_LOGINS_PER_MINUTE; more are answered with 429.',
    }),
  },
  settings: (values): LogInSettings => ({
    failedLoginsPerMinute: values.FAILED_LOGINS_PER_MINUTE,
    failedLoginsPerAddress: Math.max(values.FAILED_LOGINS_PER_ADDRESS, values.FAILED_LOGINS_PER_MINUTE),
  }),
});
