import type { Webhook as Signature } from 'standardwebhooks';

/**
 * The headers of a request with a JSON body, signed at this moment by Standard Webhooks.
 * @param id the same when the request is repeated
 */
export function signedHeaders(signature: Signature, id: string, body: string): Record<string, string> {
  const at = new Date();
  return {
    'content-type': 'application/json',
    'user-agent': 'Parley',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signature.sign(id, at, body),
  };
}
