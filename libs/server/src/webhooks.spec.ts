import { Webhook } from 'standardwebhooks';

import { verifyWebhook, WebhookError } from './webhooks.js';
import type { WebhookHeaders } from './webhooks.js';

const SECRET = `whsec_${Buffer.from('of a receiver').toString('base64')}`;
const BODY = '{"id":"a","type":"ping","data":{"text":"ζ"}}';

/** As the service signs, `age` seconds ago. */
function signed(body = BODY, age = 0): Record<string, string> {
  const sentAt = new Date(Date.now() - age * 1_000);
  return {
    'webhook-id': 'a',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': new Webhook(SECRET).sign('a', sentAt, body),
  };
}

const capitalised = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replace(/\b\w/g, (letter) => letter.toUpperCase()), value]),
  );

describe('a signed delivery', () => {
  it.each<[string, string | Uint8Array, WebhookHeaders]>([
    ['as text', BODY, signed()],
    ['as bytes', Buffer.from(BODY), signed()],
    ['with the headers of the Fetch API', BODY, new Headers(signed())],
    ['with names of another case', BODY, capitalised(signed())],
    [
      'signed with a former secret too',
      BODY,
      { ...signed(), 'webhook-signature': `v1,AAAA ${signed()['webhook-signature']!}` },
    ],
    ['four minutes old', BODY, signed(BODY, 240)],
  ])('%s is returned', (_, body, headers) => {
    expect(verifyWebhook(body, headers, SECRET)).toMatchObject({ type: 'ping', data: { text: 'ζ' } });
  });
});

describe('a delivery that is refused', () => {
  const signature = signed()['webhook-signature']!;
  it.each<[string, string, WebhookHeaders, string?]>([
    ['has another body', `${BODY} `, signed()],
    ['is too old', BODY, signed(BODY, 400)],
    ['is of the future', BODY, signed(BODY, -400)],
    ['is not signed', BODY, {}],
    ['has another id', BODY, { ...signed(), 'webhook-id': 'b' }],
    ['has no valid time', BODY, { ...signed(), 'webhook-timestamp': 'now' }],
    ['has a short signature', BODY, { ...signed(), 'webhook-signature': 'v1,x' }],
    [
      'has a signature of an unknown version',
      BODY,
      { ...signed(), 'webhook-signature': signature.replace('v1', 'v9') },
    ],
    ['is checked without a secret', BODY, signed(), ''],
  ])('%s', (_, body, headers, secret = SECRET) => {
    expect(() => verifyWebhook(body, headers, secret)).toThrow(WebhookError);
  });
});
