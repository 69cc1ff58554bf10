import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';

import { within } from '../../platform/async/timeout.js';
import { PushSettings } from './push.settings.js';
import type { Vapid } from './push.settings.js';
import { isAllowed } from '../../platform/outgoing/public-host.js';
import { NotPublic, publicLookup } from '../../platform/outgoing/public-lookup.js';
import { endpointFault } from './push-endpoint.js';
import type { PushTarget } from './subscriptions.repository.js';

export type PushResult =
  | { readonly outcome: 'sent'; readonly status: number }
  | { readonly outcome: 'gone' | 'refused'; readonly status: number }
  | { readonly outcome: 'not_public' }
  /** To be retried. `status` is undefined if there was no response. */
  | {
      readonly outcome: 'away';
      readonly status: number | undefined;
      /** The reason, for logs. */
      readonly why: string;
      /** Seconds, if the service returned them. */
      readonly retryAfter: number | undefined;
    };

const TIMEOUT_MS = 10_000;
/** How long a push service keeps a push that a browser does not fetch. */
const TTL_SECONDS = 86_400;
const CONNECTIONS_PER_SERVICE = 16;
/** The body of a response is not used; the connection is closed if the body is larger than this. */
const MOST_ANSWERED_BYTES = 65_536;
const TOO_MANY = 429;
/** Error codes of Node.js for a connection that the other side has closed. */
const CLOSED = ['ECONNRESET', 'EPIPE'];

/** Sends to browsers by their push services (RFC 8030), encrypted (RFC 8291) and authenticated (RFC 8292). */
@Injectable()
export class WebPush implements OnApplicationShutdown {
  /** Undefined: Web Push is off. */
  readonly publicKey: string | undefined;
  private readonly vapid: Vapid | undefined;
  private readonly allowedHosts: readonly string[];
  private readonly agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: CONNECTIONS_PER_SERVICE }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets: CONNECTIONS_PER_SERVICE }),
  };

  constructor(settings: PushSettings) {
    this.vapid = settings.vapid;
    this.publicKey = settings.vapid?.publicKey;
    this.allowedHosts = settings.allowedHosts;
  }

  onApplicationShutdown(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  /**
   * @param topic a push replaces a waiting one of the same topic; at most 32 characters of base64url
   * @param stop aborts the request
   * @throws the reason of `stop`
   */
  async send(
    target: PushTarget,
    payload: object,
    topic: string,
    stop: AbortSignal = new AbortController().signal,
  ): Promise<PushResult> {
    if (this.vapid === undefined) throw new Error('Web Push is off');
    if (endpointFault(target.endpoint, this.allowedHosts) !== undefined) return { outcome: 'not_public' };
    const { endpoint, p256dh, auth } = target;
    // Loaded with the first push: it is large.
    const { default: webPush } = await import('web-push');
    const { method, headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      { vapidDetails: this.vapid, TTL: TTL_SECONDS, urgency: 'normal', topic, contentEncoding: 'aes128gcm' },
    );
    try {
      return await within(TIMEOUT_MS, stop, async (signal) =>
        deliveryOf(await this.answer(new URL(endpoint), { method, headers, signal }, body)),
      );
    } catch (error) {
      stop.throwIfAborted();
      if (error instanceof NotPublic) return { outcome: 'not_public' };
      return { outcome: 'away', status: undefined, why: reasonOf(error), retryAfter: undefined };
    }
  }

  /** The other side may close a kept connection while it is reused: then the request is retried with another one. */
  private answer(url: URL, options: RequestOptions, body: Buffer | null): Promise<IncomingMessage> {
    const lookup = isAllowed(url, this.allowedHosts) ? undefined : publicLookup;
    const [ask, agent] =
      url.protocol === 'https:' ? [httpsRequest, this.agents['https:']] : [httpRequest, this.agents['http:']];
    return new Promise((resolve, reject) => {
      const fails = (error: NodeJS.ErrnoException): void => {
        if (asked.reusedSocket && CLOSED.includes(error.code ?? '')) resolve(this.answer(url, options, body));
        else reject(error);
      };
      const asked = ask(url, { ...options, agent, ...(lookup && { lookup }) }, (response) => {
        let bytes = 0;
        // The head has the status: errors of the body are ignored, and the connection is released before the result is
        // returned.
        asked.off('error', fails);
        for (const line of [asked, response]) line.on('error', () => undefined);
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MOST_ANSWERED_BYTES) response.destroy();
        });
        response.on('close', () => resolve(response));
      });
      asked.on('error', fails);
      asked.end(body);
    });
  }
}

function deliveryOf({ statusCode: status = 0, headers }: IncomingMessage): PushResult {
  if (status >= 200 && status < 300) return { outcome: 'sent', status };
  if (status === 404 || status === 410) return { outcome: 'gone', status };
  if (status !== TOO_MANY && status < 500) return { outcome: 'refused', status };
  return {
    outcome: 'away',
    status,
    why: `status ${String(status)}`,
    retryAfter: secondsOf(headers['retry-after']),
  };
}

/** Parses `Retry-After`: a number, or a date. */
function secondsOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Only the code: a message could name the endpoint. */
function reasonOf(error: unknown): string {
  const { name, code } = error as NodeJS.ErrnoException;
  if (name === 'AbortError' || name === 'TimeoutError') return `no response within ${String(TIMEOUT_MS / 1_000)} s`;
  return typeof code === 'string' ? code : name;
}
