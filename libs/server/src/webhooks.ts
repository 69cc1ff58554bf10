import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';
/** Seconds that a delivery may be old, or ahead of this machine's clock. */
const TOLERANCE = 300;

/** The request does not come from the service, or is too old: answer it with 401. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** An event, as docs/webhooks.md lists them. The same `id` may come again. */
export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  /** ISO 8601. */
  readonly created_at: string;
  readonly room_id: string | null;
  readonly seq: number | null;
  readonly data: unknown;
}

/** Of Node.js, or of the Fetch API. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks the signature and the age of a delivery, according to Standard Webhooks.
 *
 * @param body as it arrived, not parsed
 * @param secret of the webhook: `whsec_…`
 * @throws WebhookError for a wrong signature, or one that is more than five minutes old
 */
export function verifyWebhook(body: string | Uint8Array, headers: WebhookHeaders, secret: string): WebhookEvent {
  const id = headerOf(headers, 'webhook-id');
  const sentAt = headerOf(headers, 'webhook-timestamp');
  if (!/^\d{1,12}$/.test(sentAt)) throw new WebhookError('The header webhook-timestamp is malformed.');
  if (Math.abs(Date.now() / 1_000 - Number(sentAt)) > TOLERANCE)
    throw new WebhookError('The delivery is too old, or the clocks differ.');
  const expected = createHmac('sha256', keyOf(secret)).update(`${id}.${sentAt}.`).update(body).digest();
  const given = headerOf(headers, 'webhook-signature').split(' ').filter(isOfVersion1).map(bytesOf);
  if (!given.some((each) => each.length === expected.length && timingSafeEqual(each, expected)))
    throw new WebhookError('No signature is valid.');
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : named(headers, name);
  if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing.`);
  return value;
}

/** Node.js has names in lower case, and gateways may not. */
const named = (headers: Exclude<WebhookHeaders, Headers>, name: string): unknown =>
  headers[name] ?? Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];

/** An empty key would be one that everybody has. */
function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
  if (key.length === 0) throw new WebhookError('The secret is missing or malformed.');
  return key;
}

const isOfVersion1 = (signature: string): boolean => signature.startsWith('v1,');
const bytesOf = (signature: string): Buffer => Buffer.from(signature.slice('v1,'.length), 'base64');
