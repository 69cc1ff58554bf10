import { wholeNumber } from '../../../platform/config/parsers.js';
import { settingsPart } from '../../../platform/config/settings-part.js';

/** The bounds of messages that a moderator has to allow first. */
export abstract class HeldSettings {
  /** Days after which they are rejected. */
  abstract readonly days: number;
  /** Of one user. */
  abstract readonly most: number;
}

export const heldPart = settingsPart({
  token: HeldSettings,
  variables: {
    HELD_MESSAGES_DAYS: wholeNumber({ min: 1, max: 365 })({
      default: 7,
      desc: 'Days after which a held message that nobody has allowed is rejected.',
    }),
    MAX_HELD: wholeNumber({ min: 1, max: 10_000 })({
      default: 50,
      desc: 'Maximum number of held messages of one user; further ones are refused with 4005.',
    }),
  },
  settings: (values): HeldSettings => ({
    days: values.HELD_MESSAGES_DAYS,
    most: values.MAX_HELD,
  }),
});
