import { makeValidator } from 'envalid';

import { url, WrongValue } from './parsers.js';

/** A secret of Standard Webhooks: at least 24 bytes in base64. */
const webhookSecret = makeValidator<string>((raw) => {
  if (/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(raw)) return raw;
  throw new WrongValue('must be whsec_ and at least 24 random bytes in base64');
});

const filePath = makeValidator<string>((raw) => {
  if (raw.startsWith('/')) return raw;
  throw new WrongValue('must be an absolute path of a file');
});

/** The variables of the audit log, as a part of the table of all variables. */
export const auditVariables = {
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

interface Values {
  readonly AUDIT_FILE: string | undefined;
  readonly AUDIT_WEBHOOK: string | undefined;
  readonly AUDIT_WEBHOOK_SECRET: string | undefined;
}

/** An unsigned request could be forged. */
export const auditFaults = ({ AUDIT_WEBHOOK: address, AUDIT_WEBHOOK_SECRET: secret }: Values): string[] =>
  (address === undefined) === (secret === undefined)
    ? []
    : ['AUDIT_WEBHOOK_SECRET: set both this and AUDIT_WEBHOOK, or neither'];

/** Where the audit log is passed on to. */
export interface AuditSettings {
  readonly file: string | undefined;
  readonly webhook: { readonly url: string; readonly secret: string } | undefined;
}

export const auditOf = ({
  AUDIT_FILE: file,
  AUDIT_WEBHOOK: address,
  AUDIT_WEBHOOK_SECRET: secret,
}: Values): AuditSettings => ({
  file,
  webhook: address === undefined || secret === undefined ? undefined : { url: address, secret },
});
