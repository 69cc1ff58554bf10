import type { IncomingHttpHeaders } from 'node:http';

import { Webhook as Signature } from 'standardwebhooks';
import type { Dispatcher, Pool } from 'undici';

import { signedHeaders } from '../../../platform/outgoing/signed-headers.js';
import { answerIn, WrongAnswer } from './hook-answer.js';
import type { HookAnswer } from './hook-answer.js';

const LONGEST_ANSWER = 1_048_576;
/** Shorter than servers keep idle connections: a request on one that is being closed would fail. */
const IDLE_MS = 4_000;
/** The code of the error for a body that is longer than `maxResponseSize`. */
const TOO_LONG = 'UND_ERR_RES_EXCEEDED_MAX_SIZE';

interface HookAddress {
  readonly url: string;
  readonly secret: string;
}

/**
 * Calls the hook of the operator, signed by Standard Webhooks, once and without following redirects. By `undici`: on
 * the path of every message, `node:http` takes half as long again, and `fetch` several times as long.
 */
export class HookClient {
  private constructor(
    private readonly signature: Signature,
    private readonly pool: Pool,
    private readonly path: string,
  ) {}

  /** The library is loaded here: a node without a hook does not need it. */
  static async to({ url, secret }: HookAddress): Promise<HookClient> {
    const { Pool: HttpPool } = await import('undici');
    const { origin, pathname, search } = new URL(url);
    // The signal of a call ends what takes too long.
    const bounds = { headersTimeout: 0, bodyTimeout: 0, maxResponseSize: LONGEST_ANSWER };
    const pool = new HttpPool(origin, { ...bounds, keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS });
    return new HookClient(new Signature(secret), pool, `${pathname}${search}`);
  }

  /** @throws WrongAnswer; the reason of the signal; an error of the connection */
  async call(id: string, body: string, signal: AbortSignal): Promise<HookAnswer> {
    const { statusCode, headers, body: answer } = await this.post(id, body, signal);
    if (statusCode !== 200) {
      // An abandoned body ends with an error, and without a listener the process would end too.
      answer.on('error', () => undefined).destroy();
      throw new WrongAnswer(`its status is ${String(statusCode)}`);
    }
    const text = await answer.text().catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== TOO_LONG) throw error;
      throw new WrongAnswer(`it has more than ${String(LONGEST_ANSWER)} bytes`);
    });
    this.verify(id, text, headers);
    return answerIn(text);
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }

  private post(id: string, body: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    return this.pool.request({
      path: this.path,
      method: 'POST',
      body,
      signal,
      headers: { ...signedHeaders(this.signature, id, body), accept: 'application/json' },
    });
  }

  /**
   * A hook may sign its answer with the same secret, under the id of the question. A wrong signature is a wrong answer.
   */
  private verify(id: string, text: string, headers: IncomingHttpHeaders): void {
    if (headers['webhook-signature'] === undefined) return;
    const signed = {
      'webhook-id': id,
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    };
    try {
      this.signature.verify(text, signed);
    } catch {
      throw new WrongAnswer('its signature is wrong');
    }
  }
}
