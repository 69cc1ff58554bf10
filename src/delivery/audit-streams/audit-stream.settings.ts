import type { CleanedEnv } from 'envalid';
import { makeValidator } from 'envalid';

import { url, WrongValue } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/** A secret of Standard Webhooks: at least 24 bytes in base64. */
const webhookSecret = makeValidator<string>((raw) => {
  if (/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(raw)) return raw;
  throw new WrongValue('must be whsec_ and at least 24 random bytes in base64');
});

const filePath = makeValidator<string>((raw) => {
  if (raw.startsWith('/')) return raw;
  throw new WrongValue('must be an absolute path of a file');
});

/** Where the audit log is passed on to. */
export abstract class AuditStreamSettings {
  abstract readonly file: string | undefined;
  abstract readonly webhook: { readonly url: string; readonly secret: string } | undefined;
}

const variables = {
  AUDIT_FILE: filePath({
    default: undefined,
    desc: 'Absolute path of a file to which the audit log is appended, one JSON object a line; set it on one process.',
  }),
  AUDIT_WEBHOOK: url(['https:', 'http:'], { credentials: false })({
    default: undefined,
    desc: 'URL to which the audit log is sent in order, as deliveries of a webhook; needs AUDIT_WEBHOOK_SECRET.',
  }),
  AUDIT_WEBHOOK_SECRET: webhookSecret({
    default: undefined,
    desc: 'Signs what is sent to AUDIT_WEBHOOK: whsec_ and at least 24 random bytes in base64.',
  }),
};

type Values = CleanedEnv<typeof variables>;

/** An unsigned request could be forged. */
const faultsOf = ({ AUDIT_WEBHOOK: address, AUDIT_WEBHOOK_SECRET: secret }: Values): string[] =>
  (address === undefined) === (secret === undefined)
    ? []
    : ['AUDIT_WEBHOOK_SECRET: set both this and AUDIT_WEBHOOK, or neither'];

const webhookOf = ({ AUDIT_WEBHOOK: address, AUDIT_WEBHOOK_SECRET: secret }: Values): AuditStreamSettings['webhook'] =>
  address === undefined || secret === undefined ? undefined : { url: address, secret };

export const auditStreamPart = settingsPart({
  token: AuditStreamSettings,
  variables,
  faults: faultsOf,
  settings: (values): AuditStreamSettings => ({
    file: values.AUDIT_FILE,
    webhook: webhookOf(values),
  }),
});
