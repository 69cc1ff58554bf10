import type { Endpoint } from './redis-address.js';

/** A Redis Cluster answers that another server has a slot: from now on (`MOVED`), or for this request (`ASK`). */
export interface Redirect {
  readonly kind: 'MOVED' | 'ASK';
  readonly slot: number;
  readonly to: Endpoint;
}

/** @param from the server that answered; a redirect without a host means its host */
export function redirectOf(error: unknown, from: Endpoint): Redirect | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, kind, slot, host, port] = /^(MOVED|ASK) (\d+) (.*):(\d+)$/.exec(error.message) ?? [];
  if (kind === undefined) return undefined;
  return {
    kind: kind as Redirect['kind'],
    slot: Number(slot),
    to: { host: host === undefined || host === '' ? from.host : host, port: Number(port) },
  };
}
