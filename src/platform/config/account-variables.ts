import { makeValidator } from 'envalid';

import { secretList } from './parsers.js';

const text = makeValidator((raw) => raw);

/** Of which users a second factor is required. */
const SECOND_FACTOR_POLICIES = ['nobody', 'moderators'] as const;

/** The variables of accounts, as a part of the table of all variables. */
export const accountVariables = {
  TOTP_SECRET: secretList({
    default: undefined,
    desc: 'Secret that encrypts second factors in the database, 32 bytes or more; of several (new,old) the first encrypts and all decrypt; unset, JWT_SECRET is used, which decrypts in any case.',
  }),
  REQUIRE_TOTP: text({
    choices: SECOND_FACTOR_POLICIES,
    default: 'nobody',
    desc: 'Users who cannot log in by password without a second factor: nobody, or moderators (moderators and admins of the deployment).',
  }),
};
