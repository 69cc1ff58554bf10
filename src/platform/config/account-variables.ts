import { makeValidator } from 'envalid';

const text = makeValidator((raw) => raw);

/** Of which users a second factor is required. */
const SECOND_FACTOR_POLICIES = ['nobody', 'moderators'] as const;

/** The variables of accounts, as a part of the table of all variables. */
export const accountVariables = {
  REQUIRE_TOTP: text({
    choices: SECOND_FACTOR_POLICIES,
    default: 'nobody',
    desc: 'Users who cannot log in by password without a second factor: nobody, or moderators (moderators and admins of the deployment).',
  }),
};
