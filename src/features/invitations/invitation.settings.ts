import { text, wholeNumber } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/** Who may invite people to the deployment. */
const INVITERS = ['admins', 'moderators', 'everyone'] as const;

/** Invitations to the deployment. */
export abstract class InvitationSettings {
  abstract readonly inviters: (typeof INVITERS)[number];
  /** That a user makes within a day. */
  abstract readonly perDay: number;
}

const variables = {
  INVITES: text({
    default: 'admins',
    choices: INVITERS,
    desc: 'Who may invite people to the deployment: admins, moderators (and admins) or everyone.',
  }),
  INVITATIONS_PER_DAY: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 100,
    desc: 'Invitations to the deployment that one user makes within a day; more are answered with 429.',
  }),
};

export const invitationPart = settingsPart({
  token: InvitationSettings,
  variables,
  settings: (values): InvitationSettings => ({
    inviters: values.INVITES,
    perDay: values.INVITATIONS_PER_DAY,
  }),
  stored: { invites: { variable: 'INVITES' } },
});
