import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { importJWK, jwtVerify } from 'jose';

import { eventually } from './eventually.js';

/** A failed push is retried after 4 to 6 seconds, and that of a killed process after 30 seconds. */
const RETRIES_MS = 45_000;

/** A push as the browser decrypts it. */
export interface Pushed {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
  /** The sender, verified by the signature. */
  readonly vapid: { readonly publicKey: string; readonly subject: string | undefined };
}

/** The push service's answer to a push. */
type Answer = { readonly status: number; readonly headers?: Record<string, string> } | 'never';

export class PushedBrowser {
  private readonly curve = createECDH('prime256v1');
  private readonly secret = randomBytes(16);
  readonly pushes: Pushed[] = [];
  /** The answers to the next pushes, one each; after that every push is accepted. */
  readonly answers: Answer[] = [];
  /** The number of all pushes to it, whatever the answer. */
  requested = 0;

  constructor(readonly endpoint: string) {
    this.curve.generateKeys();
  }

  /** The subscription as a page gets it. */
  toJSON(): object {
    const keys = { p256dh: this.curve.getPublicKey('base64url'), auth: this.secret.toString('base64url') };
    return { endpoint: this.endpoint, expirationTime: null, keys };
  }

  /** Waits for this many pushes in total. @returns them */
  async has(count: number): Promise<Pushed[]> {
    await eventually(() => this.pushes.length >= count, RETRIES_MS);
    return this.pushes;
  }

  /** RFC 8188 and RFC 8291, written from the standards and without a library. */
  reads(body: Buffer): Pushed['payload'] {
    const [salt, idLength] = [body.subarray(0, 16), body[20]!];
    const [sender, text] = [body.subarray(21, 21 + idLength), body.subarray(21 + idLength)];
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.curve.getPublicKey(), sender]);
    const shared = hkdf(this.curve.computeSecret(sender), this.secret, info, 32);
    const key = hkdf(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = hkdf(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(text.subarray(-16));
    const padded = Buffer.concat([cipher.update(text.subarray(0, -16)), cipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as Pushed['payload'];
  }
}

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** A local push service that accepts what the standards prescribe. */
export class PushService {
  private readonly browsers = new Map<string, PushedBrowser>();
  private readonly lines = new Set<Socket>();
  private port = 0;
  /** Closes a connection when it is reused, as servers do with idle connections. */
  hangsUp = false;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<PushService> {
    const server = createServer();
    const service = new PushService(server);
    server.on('request', (request, response) => {
      if (service.disconnect(request.socket)) return;
      service.take(request, response).catch((error: unknown) => {
        response.writeHead(500, String(error)).end();
        service.faults.push(String(error));
      });
    });
    await service.listen();
    return service;
  }

  /** Requests that violate the standards. */
  readonly faults: string[] = [];

  /** `127.0.0.1:<port>`. */
  get host(): string {
    return `127.0.0.1:${String(this.port)}`;
  }

  subscribes(): PushedBrowser {
    const path = `/push/${randomUUID()}`;
    const browser = new PushedBrowser(`http://${this.host}${path}`);
    this.browsers.set(path, browser);
    return browser;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Listens again on the same port. */
  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  private disconnect(line: Socket): boolean {
    const isKnown = this.lines.has(line);
    this.lines.add(line);
    if (this.hangsUp && isKnown) line.destroy();
    return line.destroyed;
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const browser = this.browsers.get(request.url ?? '');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!browser || request.method !== 'POST') throw new Error('there is no such browser');
    browser.requested += 1;
    const { headers } = request;
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('it is not encrypted as it should be');
    if (!/^\d+$/.test(headersOf(headers, 'ttl'))) throw new Error('it has no TTL');
    const pushed = { payload: browser.reads(Buffer.concat(chunks)), headers, vapid: await this.signed(headers) };
    const answer = browser.answers.shift() ?? { status: 201 };
    if (answer === 'never') return;
    if (answer.status < 300) browser.pushes.push(pushed);
    response.writeHead(answer.status, answer.headers).end();
  }

  /** RFC 8292. */
  private async signed(headers: IncomingMessage['headers']): Promise<Pushed['vapid']> {
    const [, token = '', publicKey = ''] = /^vapid t=(\S+), ?k=(\S+)$/.exec(headersOf(headers, 'authorization')) ?? [];
    const point = Buffer.from(publicKey, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256');
    const { payload } = await jwtVerify(token, key, { audience: `http://${this.host}` });
    return { publicKey, subject: payload.sub };
  }
}

const headersOf = (headers: IncomingMessage['headers'], name: string): string => String(headers[name] ?? '');
