import type { CleanedEnv } from 'envalid';

import type { Config, Vapid } from './config.js';
import { keptVapidKeys } from './data-folder.js';
import { isPair } from './vapid-keys.js';
import type { variables } from './variables.js';

type Values = CleanedEnv<typeof variables>;

/** A placeholder for development machines. */
const VAPID_SUBJECT_OUTSIDE_PRODUCTION = 'mailto:nobody@example.com';

/** @throws CannotStart if a pair must be stored and the folder cannot be written */
export const pushOf = (values: Values, production: boolean): Config['push'] => ({
  vapid: givenVapid(values) ?? (production ? undefined : keptVapid(values)),
  allowedHosts: values.PUSH_ALLOWED_HOSTS,
  delaySeconds: values.PUSH_DELAY_SECONDS,
  retrySeconds: values.PUSH_RETRY_SECONDS,
  retentionDays: values.PUSH_RETENTION_DAYS,
});

function givenVapid(values: Values): Vapid | undefined {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = values;
  if (publicKey === undefined || privateKey === undefined || subject === undefined) return undefined;
  return { publicKey, privateKey, subject };
}

const keptVapid = (values: Values): Vapid => ({
  ...keptVapidKeys(values.DATA_DIR),
  subject: values.VAPID_SUBJECT ?? VAPID_SUBJECT_OUTSIDE_PRODUCTION,
});

/** Both keys and the contact must be set, or none. */
export function pushFaults(values: Values): string[] {
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
