/** What no record tells, under whatever name it was handed over. */
const SECRET_FIELDS = [
  ...['token', 'access', 'refresh', 'access_token', 'refresh_token', 'id_token', 'jwt', 'api_key', 'apiKey'],
  ...[
    'password',
    'secret',
    'secrets',
    'authorization',
    'Authorization',
    'cookie',
    'Cookie',
    'set-cookie',
    'Set-Cookie',
  ],
  ...['sec-websocket-protocol', 'x-api-key', 'query', 'parameters', 'body', 'content'],
];

/** A value that is deeper than this is not told at all, so that none is deeper than what is looked for. */
export const DEEPEST = 3;

/** The same as paths of pino's `redact`, at every depth that there is. */
export const SECRET_PATHS = SECRET_FIELDS.flatMap((name) =>
  Array.from({ length: DEEPEST }, (_, depth) => `${'*.'.repeat(depth)}["${name}"]`.replace('.[', '[')),
);

export const CENSORED = '[redacted]';

/** What looks like a secret wherever it stands: a JWT, a key of ours, a password in an address, a token in a query. */
const SECRET_TEXTS: readonly (readonly [pattern: RegExp, shown: string])[] = [
  [/eyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g, CENSORED],
  [/\b(pk_[a-z0-9]{8}_)[\w-]{8,}/g, `$1${CENSORED}`],
  [/\b(whsec_)[\w+/-]{8,}=*/g, `$1${CENSORED}`],
  [/(:\/\/[^\s/:@]*:)[^\s/@]+@/g, `$1${CENSORED}@`],
  [/([?&](?:token|access|refresh|password|secret|key|api_key)=)[^&\s"'#]+/gi, `$1${CENSORED}`],
  [/\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, `$1 ${CENSORED}`],
];

/** The last line of defence: who writes a record is to leave these out, and what was forgotten is not told either. */
export function withoutSecrets(text: string): string {
  let shown = text;
  for (const [pattern, censored] of SECRET_TEXTS) shown = shown.replace(pattern, censored);
  return shown;
}
