import { Webhook as Signature } from 'standardwebhooks';

import { within } from '../../platform/async/timeout.js';
import { signedHeaders } from '../../platform/outgoing/signed-headers.js';
import type { Claimed, DueWebhook, Failure } from './deliveries.repository.js';

export type Failed = { readonly taken: false } & Failure;
export type Answer = { readonly taken: true } | Failed;

const TIMEOUT_MS = 10_000;
const LONGEST_ERROR = 100;

/**
 * Sends a delivery once, signed by Standard Webhooks. Follows no redirect, and reads only the status of the response.
 * @param stop aborts the call
 * @throws the reason of `stop`
 */
export async function call(webhook: DueWebhook, delivery: Claimed, stop: AbortSignal): Promise<Answer> {
  try {
    const { ok, status } = await within(TIMEOUT_MS, stop, (signal) => post(webhook, delivery, signal));
    return ok ? { taken: true } : { taken: false, status, error: null };
  } catch (error) {
    stop.throwIfAborted();
    return { taken: false, status: null, error: reasonOf(error).slice(0, LONGEST_ERROR) };
  }
}

async function post({ url, secret }: DueWebhook, delivery: Claimed, signal: AbortSignal): Promise<Response> {
  const body = bodyOf(delivery);
  const response = await fetch(url, {
    method: 'POST',
    headers: signedHeaders(new Signature(secret), delivery.id, body),
    body,
    redirect: 'manual',
    signal,
  });
  await response.body?.cancel().catch(() => undefined);
  return response;
}

const bodyOf = ({ id, event, createdAt, roomId, seq, data }: Claimed): string =>
  JSON.stringify({ id, type: event, created_at: createdAt.toISOString(), room_id: roomId, seq, data });

/** Never contains a text of the receiver or an address. */
function reasonOf(error: unknown): string {
  const { name, cause = error } = error as Error;
  if (name === 'TimeoutError') return `no response within ${String(TIMEOUT_MS / 1_000)} s`;
  const { code, message } = cause as { code?: unknown; message?: unknown };
  if (message === 'bad port') return 'its port is blocked, as for browsers (Fetch Standard, port blocking)';
  return typeof code === 'string' ? code : name;
}
