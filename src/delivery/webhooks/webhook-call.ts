import { Webhook as Signature } from 'standardwebhooks';

import { within } from '../../platform/async/timeout.js';
import { isAllowed, isPublicName } from '../../platform/outgoing/public-host.js';
import { NotPublic, publicLookup } from '../../platform/outgoing/public-lookup.js';
import { signedHeaders } from '../../platform/outgoing/signed-headers.js';
import type { DueDelivery, DueWebhook } from './due-deliveries.repository.js';
import type { Answer } from './webhook-receivers.js';

type Sent = Pick<DueDelivery, 'id' | 'event' | 'createdAt' | 'roomId' | 'seq' | 'data'>;

const TIMEOUT_MS = 10_000;
const LONGEST_ERROR = 100;

/**
 * Whether a webhook that only public hosts may receive can be called at a URL. The addresses of the host are checked by
 * the call itself.
 * @param allowed hosts at which any URL may be called, as of {@link isAllowed}
 */
export function mayBeCalled(url: string, allowed: readonly string[]): boolean {
  const parsed = new URL(url);
  return isAllowed(parsed, allowed) || isPublicName(parsed.hostname);
}

/**
 * Sends a delivery once, signed by Standard Webhooks. Follows no redirect, and reads only the status of the response.
 * @param allowed as of {@link mayBeCalled}
 * @param stop aborts the call
 * @throws the reason of `stop`
 */
export async function call(
  webhook: DueWebhook,
  delivery: Sent,
  allowed: readonly string[],
  stop: AbortSignal,
): Promise<Answer> {
  try {
    const send = await senderTo(webhook, allowed);
    const { ok, status } = await within(TIMEOUT_MS, stop, (signal) => post(webhook, delivery, send, signal));
    return ok ? { taken: true } : { taken: false, status, error: null };
  } catch (error) {
    stop.throwIfAborted();
    return { taken: false, status: null, error: reasonOf(error).slice(0, LONGEST_ERROR) };
  }
}

type Send = (url: string, options: RequestInit) => Promise<Pick<Response, 'ok' | 'status' | 'body'>>;

/** @throws NotPublic if only public hosts may receive the webhook, and its URL names another one */
function senderTo({ url, isPublicOnly }: DueWebhook, allowed: readonly string[]): Promise<Send> | Send {
  if (!isPublicOnly || isAllowed(new URL(url), allowed)) return fetch;
  if (!mayBeCalled(url, allowed)) throw new NotPublic();
  return publicOnly();
}

let sendToPublic: Promise<Send> | undefined;

/**
 * Sends to public addresses only: the lookup of the socket itself checks them. The library is loaded with its first
 * use.
 */
const publicOnly = (): Promise<Send> =>
  (sendToPublic ??= import('undici').then(({ Agent, fetch: fetchBy }) => {
    const dispatcher = new Agent({ connect: { lookup: publicLookup } });
    return (url, options) => fetchBy(url, { ...(options as object), dispatcher });
  }));

async function post(
  { url, secret }: DueWebhook,
  delivery: Sent,
  send: Send,
  signal: AbortSignal,
): Promise<Pick<Response, 'ok' | 'status'>> {
  const body = bodyOf(delivery);
  const response = await send(url, {
    method: 'POST',
    headers: signedHeaders(new Signature(secret), delivery.id, body),
    body,
    redirect: 'manual',
    signal,
  });
  await response.body?.cancel().catch(() => undefined);
  return response;
}

const bodyOf = ({ id, event, createdAt, roomId, seq, data }: Sent): string =>
  JSON.stringify({ id, type: event, created_at: createdAt.toISOString(), room_id: roomId, seq, data });

/** Never contains a text of the receiver or an address. */
function reasonOf(error: unknown): string {
  const { name, cause = error } = error as Error;
  if (cause instanceof NotPublic) return 'its host is not public';
  if (name === 'TimeoutError') return `no response within ${String(TIMEOUT_MS / 1_000)} s`;
  const { code, message } = cause as { code?: unknown; message?: unknown };
  if (message === 'bad port') return 'its port is blocked, as for browsers (Fetch Standard, port blocking)';
  return typeof code === 'string' ? code : name;
}
