/** Names of fields that are redacted in records. */
const SECRET_FIELDS = [
  'token',
  'access',
  'refresh',
  'access_token',
  'refresh_token',
  'id_token',
  'jwt',
  'api_key',
  'apiKey',
  'password',
  'secret',
  'secrets',
  'authorization',
  'Authorization',
  'cookie',
  'Cookie',
  'set-cookie',
  'Set-Cookie',
  'sec-websocket-protocol',
  'x-api-key',
  'query',
  'parameters',
  'body',
  'content',
];

/** Values that are nested deeper than this are omitted, so that all logged fields are searched. */
const DEEPEST = 3;

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
function withoutSecrets(text: string): string {
  let shown = text;
  for (const [pattern, censored] of SECRET_TEXTS) shown = shown.replace(pattern, censored);
  return shown;
}

/** Control characters, line separators, and characters that change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const FURTHER_LINE = /\n(?! {4})/g;

/**
 * Makes text safe for a log, as part of it may come from a client. Invisible characters are escaped, and further lines
 * begin with spaces, so that none looks like a record.
 */
export const loggable = (text: string): string =>
  text
    .replace(UNSEEN, (character) => (character === '\n' ? character : escaped(character)))
    .replace(FURTHER_LINE, '\n    ');

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Longer texts are truncated. */
const LONGEST = 16_384;

/** Makes any text safe for a record. */
export const shownText = (text: string): string => loggable(withoutSecrets(text.slice(0, LONGEST)));

/** Makes the fields of a record safe: plain values, safe texts, and limited depth. */
export function shownFields(fields: object, depth = 1): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [shownText(name), shownValue(value, depth)]));
}

function shownValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shownText(value);
  if (typeof value === 'bigint' || typeof value === 'symbol') return shownText(String(value));
  if (typeof value === 'function') return '[function]';
  if (value instanceof Error) return shownText(String(value));
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value;
  return depth < DEEPEST ? shownFields(value, depth + 1) : '[object]';
}
