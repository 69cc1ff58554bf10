import { deploymentSecrets, secretVariables, shortSecretFaults } from '../../../platform/config/deployment-secret.js';
import { secretList, text } from '../../../platform/config/parsers.js';
import { settingsPart } from '../../../platform/config/settings-part.js';

/** Second factors of log-ins by password. */
export abstract class SecondFactorSettings {
  /** The first encrypts, all decrypt. */
  abstract readonly secrets: readonly string[];
  /** Of which users a second factor is required. */
  abstract readonly requiredOf: 'nobody' | 'moderators';
}

const variables = {
  ...secretVariables,
  TOTP_SECRET: secretList({
    default: undefined,
    desc: 'Secret that encrypts second factors in the database, 32 bytes or more; of several (new,old) the first encrypts and all decrypt; unset, JWT_SECRET is used, which decrypts in any case.',
  }),
  REQUIRE_TOTP: text({
    choices: ['nobody', 'moderators'],
    default: 'nobody',
    desc: 'Users who cannot log in by password without a second factor: nobody, or moderators (moderators and admins of the deployment).',
  }),
};

export const secondFactorPart = settingsPart({
  token: SecondFactorSettings,
  variables,
  // An old secret signs nothing: a short one may be replaced without a reset of the factors.
  faults: ({ TOTP_SECRET: secrets }, production) =>
    production ? shortSecretFaults('TOTP_SECRET', secrets?.slice(0, 1)) : [],
  settings: (values, production): SecondFactorSettings => ({
    secrets: [...(values.TOTP_SECRET ?? []), ...deploymentSecrets(values, production)],
    requiredOf: values.REQUIRE_TOTP,
  }),
});
