import type { CleanedEnv } from 'envalid';
import { makeValidator } from 'envalid';

import { keptSecret } from '../../platform/config/data-folder.js';
import { hostList, wholeNumber, WrongValue } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';
import { platformVariables } from '../../platform/config/variables.js';
import { isPair, newVapidKeys } from './vapid-keys.js';
import type { VapidKeys } from './vapid-keys.js';

/** The identity of the sender for push services. */
export interface Vapid extends VapidKeys {
  readonly subject: string;
}

/** Pushes to browsers. */
export abstract class PushSettings {
  /** Undefined: Web Push is off. */
  abstract readonly vapid: Vapid | undefined;
  /** Push services that may have private addresses and use http. */
  abstract readonly allowedHosts: readonly string[];
  abstract readonly delaySeconds: number;
  abstract readonly retrySeconds: number;
  abstract readonly retentionDays: number;
}

/** A placeholder for development machines. */
const VAPID_SUBJECT_OUTSIDE_PRODUCTION = 'mailto:nobody@example.com';

/** A number of bytes as base64url, with or without padding, which is removed. */
const bytesOf = (length: number) =>
  makeValidator<string>((raw) => {
    const bytes = Buffer.from(raw, 'base64url');
    if (!/^[A-Za-z0-9_-]+={0,2}$/.test(raw) || bytes.length !== length) {
      throw new WrongValue(`must be ${String(length)} bytes as base64url: npx parley push keys generates a pair`);
    }
    return bytes.toString('base64url');
  });

/** A contact address. */
const contact = makeValidator<string>((raw) => {
  if (!/^mailto:[^@\s]+@[^@\s]+$/.test(raw) && !(URL.canParse(raw) && new URL(raw).protocol === 'https:')) {
    throw new WrongValue('must be mailto:somebody@example.com or an https:// URL');
  }
  return raw;
});

const variables = {
  DATA_DIR: platformVariables.DATA_DIR,
  VAPID_PUBLIC_KEY: bytesOf(65)({
    default: undefined,
    desc: 'Public key for Web Push, from npx parley push keys; unset, push is off (outside production a pair is created and kept in DATA_DIR).',
  }),
  VAPID_PRIVATE_KEY: bytesOf(32)({ default: undefined, desc: 'Private key of that pair.' }),
  VAPID_SUBJECT: contact({
    default: undefined,
    desc: 'Contact for push services: mailto:somebody@example.com or an https:// URL; required with the pair.',
  }),
  PUSH_ALLOWED_HOSTS: hostList({
    default: [],
    desc: 'Push services of your own, as host or host:port; their endpoints may be private, and http.',
  }),
  PUSH_DELAY_SECONDS: wholeNumber({ min: 0, max: 3_600 })({
    default: 5,
    desc: 'Seconds from a message to its push; users who have received it by then get none.',
  }),
  PUSH_RETRY_SECONDS: wholeNumber({ min: 0, max: 86_400 })({
    default: 3_600,
    desc: 'Seconds for which a push is retried that its service does not accept.',
  }),
  PUSH_RETENTION_DAYS: wholeNumber({ min: 1, max: 36_500 })({
    default: 7,
    desc: 'Days for which the result of each push is kept.',
  }),
};

type Values = CleanedEnv<typeof variables>;

/** Both keys and the contact must be set, or none. */
function faultsOf(values: Values): string[] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = values;
  if (publicKey === undefined && privateKey === undefined) return [];
  if (publicKey === undefined || privateKey === undefined) {
    return ['VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: give both, or neither'];
  }
  return [
    ...(isPair({ publicKey, privateKey }) ? [] : ['VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: must be of the same pair']),
    ...(subject === undefined ? ['VAPID_SUBJECT: required with VAPID_PUBLIC_KEY'] : []),
  ];
}

function givenVapid(values: Values): Vapid | undefined {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = values;
  if (publicKey === undefined || privateKey === undefined || subject === undefined) return undefined;
  return { publicKey, privateKey, subject };
}

/** The stored pair of a machine without a configured one. */
function keptVapid({ DATA_DIR: dataDir, VAPID_SUBJECT: subject }: Values): Vapid {
  const keys = keptSecret(dataDir, 'vapid-keys.json', () => JSON.stringify(newVapidKeys()));
  return { ...(JSON.parse(keys) as VapidKeys), subject: subject ?? VAPID_SUBJECT_OUTSIDE_PRODUCTION };
}

export const pushPart = settingsPart({
  token: PushSettings,
  variables,
  faults: faultsOf,
  settings: (values, production): PushSettings => ({
    vapid: givenVapid(values) ?? (production ? undefined : keptVapid(values)),
    allowedHosts: values.PUSH_ALLOWED_HOSTS,
    delaySeconds: values.PUSH_DELAY_SECONDS,
    retrySeconds: values.PUSH_RETRY_SECONDS,
    retentionDays: values.PUSH_RETENTION_DAYS,
  }),
});
