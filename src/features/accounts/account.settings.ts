import { text, WrongValue, wholeNumber } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';
import { makeValidator } from 'envalid';

/** Who may make an account: nobody, or who has an invitation. */
const SIGN_UP = ['off', 'invitation'] as const;

export type SignUpMode = (typeof SIGN_UP)[number];

/** How people make accounts by themselves. */
export abstract class AccountSettings {
  abstract readonly signUp: SignUpMode;
  /** From one address. */
  abstract readonly signUpsPerHour: number;
  /** In the whole deployment. */
  abstract readonly signUpsPerDay: number;
  /** Undefined: each process that starts with an empty database makes one. */
  abstract readonly setupKey: string | undefined;
}

const SHORTEST_KEY = 22;

/** As many characters as 128 bits have in base64url. */
const key = makeValidator((raw) => {
  if (!/^[\w-]+$/.test(raw) || raw.length < SHORTEST_KEY) {
    throw new WrongValue(
      `must have ${String(SHORTEST_KEY)} letters, digits, - or _ or more, from openssl rand -hex 16`,
    );
  }
  return raw;
});

const variables = {
  SIGN_UP: text({
    default: 'off',
    choices: SIGN_UP,
    desc: 'Who may make an account without an administrator: off (nobody) or invitation (who has an invitation).',
  }),
  SIGN_UPS_PER_HOUR: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 20,
    desc: 'Accounts made from one address within an hour; more are answered with 429.',
  }),
  SIGN_UPS_PER_DAY: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 1_000,
    desc: 'Accounts made in the whole deployment within a day; more are answered with 429.',
  }),
  SETUP_KEY: key({
    default: undefined,
    desc: 'Key of the page that sets up an empty deployment, the same for all nodes; unset, a process that starts with an empty database makes one and logs it once.',
  }),
};

export const accountPart = settingsPart({
  token: AccountSettings,
  variables,
  settings: (values): AccountSettings => ({
    signUp: values.SIGN_UP,
    signUpsPerHour: values.SIGN_UPS_PER_HOUR,
    signUpsPerDay: values.SIGN_UPS_PER_DAY,
    setupKey: values.SETUP_KEY,
  }),
  stored: { sign_up: { variable: 'SIGN_UP' } },
});
