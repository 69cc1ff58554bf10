import { mailVariables } from '../mail/mail.settings.js';
import { listOf, text, WrongValue, wholeNumber } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';
import { makeValidator } from 'envalid';

/** Who may make an account: nobody, who has an invitation, who has an address of some domains, or everybody. */
const SIGN_UP = ['off', 'invitation', 'domains', 'open'] as const;

export type SignUpMode = (typeof SIGN_UP)[number];

/** How people make accounts by themselves. */
export abstract class AccountSettings {
  abstract readonly signUp: SignUpMode;
  /** Of the addresses of people who make accounts without an invitation, with `domains`. In lower case. */
  abstract readonly domains: readonly string[];
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

/** Whose accounts are made once their addresses are verified. */
export const NEEDS_MAIL: readonly SignUpMode[] = ['domains', 'open'];

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

const domainList = makeValidator<string[]>((raw) => {
  const domains = listOf(raw.toLowerCase()).filter((domain) => domain !== '');
  if (!domains.every((domain) => DOMAIN.test(domain))) {
    throw new WrongValue('must be domains such as example.com, separated by commas');
  }
  return domains;
});

const variables = {
  SMTP_URL: mailVariables.SMTP_URL,
  SIGN_UP: text({
    default: 'off',
    choices: SIGN_UP,
    desc: 'Who may make an account without an administrator: off (nobody), invitation (who has an invitation), domains (who has an e-mail address of SIGN_UP_DOMAINS too) or open (everybody with an e-mail address); the last two need SMTP_URL.',
  }),
  SIGN_UP_DOMAINS: domainList({
    default: [],
    desc: 'Domains of the e-mail addresses of people who may make an account with SIGN_UP=domains, separated by commas.',
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
  faults: ({ SIGN_UP: signUp, SMTP_URL: smtp }) =>
    NEEDS_MAIL.includes(signUp) && smtp === undefined ? ['SMTP_URL: required with SIGN_UP domains and open'] : [],
  settings: (values): AccountSettings => ({
    signUp: values.SIGN_UP,
    domains: values.SIGN_UP_DOMAINS,
    signUpsPerHour: values.SIGN_UPS_PER_HOUR,
    signUpsPerDay: values.SIGN_UPS_PER_DAY,
    setupKey: values.SETUP_KEY,
  }),
  stored: { sign_up: { variable: 'SIGN_UP' }, sign_up_domains: { variable: 'SIGN_UP_DOMAINS' } },
});
