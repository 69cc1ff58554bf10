import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

import { Webhook as Signature } from 'standardwebhooks';

import { answerIn, WrongAnswer } from './hook-answer.js';
import type { HookAnswer } from './hook-answer.js';

const LONGEST_ANSWER = 1_048_576;
/** Shorter than servers keep idle connections: a request on one that is being closed would fail. */
const IDLE_MS = 4_000;

interface HookAddress {
  readonly url: string;
  readonly secret: string;
}

/**
 * Calls the hook of the operator, signed by Standard Webhooks, once and without following redirects. By `node:http`: on
 * the path of every message, `fetch` takes several times as long.
 */
export class HookClient {
  private readonly signature: Signature;
  private readonly agent: HttpAgent;
  private readonly request: (url: string, options: RequestOptions) => ClientRequest;

  constructor(private readonly address: HookAddress) {
    const isSecure = address.url.startsWith('https:');
    this.signature = new Signature(address.secret);
    this.agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, timeout: IDLE_MS });
    this.request = isSecure ? requestHttps : requestHttp;
  }

  /** @throws WrongAnswer; the reason of the signal; an error of the connection */
  async call(id: string, body: string, signal: AbortSignal): Promise<HookAnswer> {
    const response = await this.post(id, body, signal);
    try {
      if (response.statusCode !== 200) throw new WrongAnswer(`its status is ${String(response.statusCode)}`);
      const text = await textOf(response);
      this.verify(id, text, response.headers);
      return answerIn(text);
    } catch (error) {
      response.destroy();
      signal.throwIfAborted();
      throw error;
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private post(id: string, body: string, signal: AbortSignal): Promise<IncomingMessage> {
    const at = new Date();
    return new Promise((resolve, reject) => {
      const request = this.request(this.address.url, {
        method: 'POST',
        agent: this.agent,
        signal,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Parley',
          accept: 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': this.signature.sign(id, at, body),
        },
      });
      request.on('response', resolve).on('error', (error) => {
        reject(signal.aborted ? (signal.reason as Error) : error);
      });
      request.end(body);
    });
  }

  /** A hook may sign its answer with the same secret, under the id of the question. A wrong signature is a wrong answer. */
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

async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > LONGEST_ANSWER) throw new WrongAnswer(`it has more than ${String(LONGEST_ANSWER)} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
