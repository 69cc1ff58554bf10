import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';

/** The fault of one request on its way. A missing part of it passes unchanged. */
export interface HttpFault {
  /** Answers in place of the server. */
  readonly answer?: { readonly status: number; readonly body?: string };
  /** Never answers. */
  readonly silent?: true;
  /** Cuts the connection of the client after so many bytes of the request's body. */
  readonly cutRequestAfter?: number;
  /** Replaces the first byte of the request's body. */
  readonly corruptsRequest?: true;
  /** Cuts the connection of the client after so many bytes of the answer's body. */
  readonly cutAnswerAfter?: number;
  /** Holds the answer after so many bytes of its body. */
  readonly holdAnswerAfter?: number;
  readonly status?: number;
  /** Headers of the answer; undefined removes one. */
  readonly headers?: OutgoingHttpHeaders;
}

/** A proxy between a client and an HTTP server that damages requests and answers. It keeps the Host header. */
export class HttpFaultProxy {
  /** Called for each request. @returns undefined if it passes unchanged */
  faultOf: (method: string, url: string) => HttpFault | undefined = () => undefined;
  /** Of requests since the start. */
  count = 0;
  /** Of requests whose answers have not ended, while their clients are connected. */
  underWay = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {}

  static async before(target: number): Promise<HttpFaultProxy> {
    const server = createServer();
    const proxy = new HttpFaultProxy(server, target);
    server.on('request', (request, response) => proxy.pass(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    this.count += 1;
    this.underWay += 1;
    response.once('close', () => (this.underWay -= 1));
    const { method = '', url = '', headers } = request;
    const fault = this.faultOf(method, url) ?? {};
    if (fault.silent) return;
    if (fault.answer) {
      request.resume();
      response.writeHead(fault.answer.status, { 'content-type': 'application/xml' }).end(fault.answer.body);
      return;
    }
    const cut = (): void => {
      response.destroy();
      onward.destroy();
    };
    const onward = send({ host: '127.0.0.1', port: this.target, method, path: url, headers }, (answer) => {
      const headers = Object.entries({ ...answer.headers, ...fault.headers });
      for (const [name, value] of headers) if (value !== undefined) response.setHeader(name, value);
      response.writeHead(fault.status ?? answer.statusCode ?? 500);
      answer.pipe(damaging({ cutAfter: fault.cutAnswerAfter, holdAfter: fault.holdAnswerAfter }, cut)).pipe(response);
    });
    onward.on('error', cut);
    response.on('error', cut);
    response.on('close', () => onward.destroy());
    request.pipe(damaging({ cutAfter: fault.cutRequestAfter, corrupts: fault.corruptsRequest }, cut)).pipe(onward);
  }
}

interface Damage {
  readonly cutAfter?: number | undefined;
  readonly holdAfter?: number | undefined;
  readonly corrupts?: true | undefined;
}

/** Passes a body on until its damage. */
function damaging({ cutAfter = Infinity, holdAfter = Infinity, corrupts }: Damage, cut: () => void): Transform {
  let passed = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      const rest = Math.min(cutAfter, holdAfter) - passed;
      const bytes = Buffer.from(piece.subarray(0, rest));
      if (corrupts && passed === 0) bytes[0] = ~(bytes[0] ?? 0) & 255;
      passed += bytes.length;
      this.push(bytes);
      if (bytes.length === piece.length) done();
      else if (cutAfter <= holdAfter) setImmediate(cut);
    },
  });
}
