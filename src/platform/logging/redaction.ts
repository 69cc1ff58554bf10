/** Names of fields that are redacted in records. */
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

/** Values that are nested deeper than this are omitted, so that all logged fields are searched. */
export const DEEPEST = 3;

/** The same as paths of pino's `redact`, at every depth. */
export const SECRET_PATHS = SECRET_FIELDS.flatMap((name) =>
  Array.from({ length: DEEPEST }, (_, depth) => `${'*.'.repeat(depth)}["${name}"]`.replace('.[', '[')),
);

export const CENSORED = '[redacted]';

/** Patterns of secrets in any text: a JWT, an API key, a password in a URL, a token in a query. */
const SECRET_TEXTS: readonly (readonly [pattern: RegExp, shown: string])[] = [
  [/eyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g, CENSORED],
  [/\b(pk_[a-z0-9]{8}_)[\w-]{8,}/g, `$1${CENSORED}`],
  [/\b(whsec_)[\w+/-]{8,}=*/g, `$1${CENSORED}`],
  [/(:\/\/[^\s/:@]*:)[^\s/@]+@/g, `$1${CENSORED}@`],
  [/([?&](?:token|access|refresh|password|secret|key|api_key)=)[^&\s"'#]+/gi, `$1${CENSORED}`],
  [/\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, `$1 ${CENSORED}`],
];

/** Redacts secrets. A second line of defence: callers should not log them. */
export function withoutSecrets(text: string): string {
  let shown = text;
  for (const [pattern, censored] of SECRET_TEXTS) shown = shown.replace(pattern, censored);
  return shown;
}
