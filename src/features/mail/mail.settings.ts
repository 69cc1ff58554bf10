import { createPrivateKey } from 'node:crypto';

import type { CleanedEnv } from 'envalid';
import { makeValidator } from 'envalid';

import { deploymentSecrets, secretVariables } from '../../platform/config/deployment-secret.js';
import { text, url, WrongValue, wholeNumber } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/** The key with which mails are signed (DKIM, RFC 6376). */
interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  /** PEM. */
  readonly key: string;
}

/** Mails to people, by an SMTP server. */
export abstract class MailSettings {
  /** Undefined: no mail is sent, and nothing that needs mail is offered. */
  abstract readonly smtpUrl: string | undefined;
  abstract readonly from: string;
  abstract readonly replyTo: string | undefined;
  abstract readonly dkim: DkimKey | undefined;
  /** The pause after the first failure. */
  abstract readonly retrySeconds: number;
  /** To one address. */
  abstract readonly perUserPerDay: number;
  /** In the whole deployment. */
  abstract readonly perDay: number;
  /** They seal what mails say until they are sent. The first seals, all open. */
  abstract readonly secrets: readonly string[];
}

const ADDRESS = /^(?:[^<>"\r\n]+ <[^\s@<>",]+@[^\s@<>",]+>|[^\s@<>",]+@[^\s@<>",]+)$/;

const mailbox = makeValidator((raw) => {
  if (!ADDRESS.test(raw))
    throw new WrongValue('must be an address such as chat@example.com or Chat <chat@example.com>');
  return raw;
});

const privateKey = makeValidator((raw) => {
  const pem = raw.replaceAll('\\n', '\n');
  try {
    createPrivateKey(pem);
  } catch {
    throw new WrongValue('must be a private key as PEM');
  }
  return pem;
});

/** Other parts depend on them. */
export const mailVariables = {
  ...secretVariables,
  SMTP_URL: url(['smtp:', 'smtps:'])({
    default: undefined,
    desc: 'SMTP server for mails, as smtp://user:password@host:587 or smtps://user:password@host:465; unset, no mail is sent, and nothing that needs mail is offered.',
  }),
  MAIL_FROM: mailbox({
    default: undefined,
    desc: 'Sender of mails, such as Chat <chat@example.com>; required with SMTP_URL.',
  }),
  MAIL_REPLY_TO: mailbox({ default: undefined, desc: 'Address for answers to mails.' }),
  MAIL_DKIM_DOMAIN: text({ default: undefined, desc: 'Domain of the DKIM signature of mails.' }),
  MAIL_DKIM_SELECTOR: text({
    default: undefined,
    desc: 'Selector of the DKIM key: its public part is at <selector>._domainkey.<domain>.',
  }),
  MAIL_DKIM_KEY: privateKey({
    default: undefined,
    desc: 'Private key of the DKIM signature, as PEM; \\n stands for a line end.',
  }),
  MAIL_RETRY_SECONDS: wholeNumber({ min: 1, max: 3_600 })({
    default: 60,
    desc: 'First pause after a mail that the SMTP server did not take; each further pause is twice as long, up to an hour, for a day.',
  }),
  MAILS_PER_USER_PER_DAY: wholeNumber({ min: 1, max: 10_000 })({
    default: 50,
    desc: 'Mails to one address within a day; further ones are not sent.',
  }),
  MAILS_PER_DAY: wholeNumber({ min: 1, max: 10_000_000 })({
    default: 10_000,
    desc: 'Mails of the whole deployment within a day; further ones are not sent.',
  }),
};

type Values = CleanedEnv<typeof mailVariables>;

const DKIM = ['MAIL_DKIM_DOMAIN', 'MAIL_DKIM_SELECTOR', 'MAIL_DKIM_KEY'] as const;

function faultsOf(values: Values, production: boolean): string[] {
  const missing = DKIM.filter((name) => values[name] === undefined);
  const isPartOfDkim = missing.length > 0 && missing.length < DKIM.length;
  const isOn = values.SMTP_URL !== undefined;
  return [
    ...(isOn && values.MAIL_FROM === undefined ? ['MAIL_FROM: required with SMTP_URL'] : []),
    ...(isOn && production && values.JWT_SECRET === undefined
      ? ['JWT_SECRET: required with SMTP_URL, which seals mails that wait']
      : []),
    ...(isPartOfDkim ? missing.map((name) => `${name}: required with the other settings of DKIM`) : []),
  ];
}

function dkimOf(values: Values): DkimKey | undefined {
  const { MAIL_DKIM_DOMAIN: domain, MAIL_DKIM_SELECTOR: selector, MAIL_DKIM_KEY: key } = values;
  return domain === undefined || selector === undefined || key === undefined ? undefined : { domain, selector, key };
}

export const mailPart = settingsPart({
  token: MailSettings,
  variables: mailVariables,
  faults: faultsOf,
  settings: (values, production): MailSettings => ({
    smtpUrl: values.SMTP_URL,
    from: values.MAIL_FROM ?? '',
    replyTo: values.MAIL_REPLY_TO,
    dkim: dkimOf(values),
    retrySeconds: values.MAIL_RETRY_SECONDS,
    perUserPerDay: values.MAILS_PER_USER_PER_DAY,
    perDay: values.MAILS_PER_DAY,
    secrets: deploymentSecrets(values, production),
  }),
});
