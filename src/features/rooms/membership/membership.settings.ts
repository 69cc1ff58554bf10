import { wholeNumber } from '../../../platform/config/parsers.js';
import { settingsPart } from '../../../platform/config/settings-part.js';

/** The rooms of a user. */
export abstract class MembershipSettings {
  /** Of one user. */
  abstract readonly most: number;
}

export const membershipPart = settingsPart({
  token: MembershipSettings,
  variables: {
    MEMBERSHIPS_PER_USER: wholeNumber({ min: 1, max: 10_000 })({
      default: 2_000,
      desc: 'Maximum number of rooms of one user; a further one is refused with 4029.',
    }),
  },
  settings: (values): MembershipSettings => ({ most: values.MEMBERSHIPS_PER_USER }),
  clientLimits: ({ most }) => ({
    memberships_per_user: most,
  }),
});
