import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { Webhook } from 'standardwebhooks';

import { keepSecret } from './secrets.js';
import type { Service } from './service.js';

export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly room_id: string | null;
  readonly seq: number | null;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** The receiver's answer: a status, or none. */
type AnswerEvent = (event: ReceivedEvent, response: ServerResponse) => number | undefined;

interface Registered {
  readonly id: string;
  readonly secret: string;
}

/** A local webhook receiver that rejects deliveries with an invalid signature. */
export class WebhookReceiver {
  /** All deliveries, repeated ones included, whatever the answer. */
  readonly received: ReceivedEvent[] = [];
  /** The deliveries that it answered with 2xx. */
  readonly accepted: ReceivedEvent[] = [];
  /** Requests with an invalid signature. */
  readonly forged: string[] = [];
  id = '';
  private server: Server | undefined;
  private port = 0;

  private constructor(
    private answering: AnswerEvent,
    private secret: string,
  ) {}

  /** @param secret of the signatures, if a setting of the service has it */
  static async start(answering: AnswerEvent = () => 204, secret = ''): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(answering, secret);
    await receiver.open();
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.port)}/hooks?token=a%20secret%20of%20the%20receiver`;
  }

  /** Registers a webhook at a service. @param options of the command */
  async register(service: Service, ...options: string[]): Promise<this> {
    return this.use((await service.parley('webhooks', 'create', this.url, ...options)) as Registered);
  }

  /** Receives the deliveries of a webhook that was created for its URL. */
  use({ id, secret }: Registered): this {
    [this.id, this.secret] = [id, secret];
    keepSecret(secret, new URL(this.url).search);
    return this;
  }

  setAnswer(answering: AnswerEvent): void {
    this.answering = answering;
  }

  /** Listens on the same port as before. */
  async open(): Promise<void> {
    this.server = createServer((request, response) => void this.take(request, response));
    await new Promise<void>((resolve) => this.server!.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  /** The accepted deliveries of one event type, without duplicates, in the order of their numbers. */
  acceptedOf(type: string): ReceivedEvent[] {
    const once = new Map(this.accepted.filter((event) => event.type === type).map((event) => [event.id, event]));
    return [...once.values()].sort((one, other) => (one.seq ?? 0) - (other.seq ?? 0));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request)).toString();
    const headers = request.headers as Record<string, string>;
    let event: ReceivedEvent;
    try {
      event = new Webhook(this.secret).verify(body, headers) as ReceivedEvent;
    } catch (error) {
      this.forged.push(String(error));
      response.writeHead(401).end();
      return;
    }
    if (event.id !== headers['webhook-id']) this.forged.push(`${event.id} came as ${String(headers['webhook-id'])}`);
    this.received.push(event);
    const status = this.answering(event, response);
    if (status === undefined) return;
    if (status < 300) this.accepted.push(event);
    response.writeHead(status).end('an answer that nobody reads');
  }
}
