import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { eventually } from './eventually.js';

type Value = string | number | boolean;

/** A span, as a trace viewer reads it. */
export interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** 1: internal, 2: server, 3: client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  /** 2: error. */
  readonly status: { readonly code?: number; readonly message?: string };
  readonly events: readonly unknown[];
  /** Describes the process that created the span. */
  readonly resource: Readonly<Record<string, Value>>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, Value>>;
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<Span, 'attributes' | 'links' | 'events' | 'resource'> & {
        readonly attributes: readonly Attribute[];
        readonly links?: Span['links'];
        readonly events?: readonly unknown[];
      })[];
    }[];
  }[];
}

/** A collector of traces by OTLP over HTTP, in JSON, that keeps everything it receives. */
export class TraceCollector {
  readonly spans: Span[] = [];
  /** All received bodies, as text. */
  received = '';
  /** Whether it accepts requests and never answers. */
  isSilent = false;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** @param port default: a free one */
  static async listening(port = 0): Promise<TraceCollector> {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    const collector = new TraceCollector(server, (server.address() as AddressInfo).port);
    server.on('request', (request, response) => {
      if (collector.isSilent) return;
      void json(request).then((body) => {
        if (request.url === '/v1/traces') collector.take(body as Export);
        response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
      });
    });
    return collector;
  }

  /** The environment of a service that exports its spans soon. */
  get env(): Record<string, string> {
    return { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(this.port)}`, OTEL_BSP_SCHEDULE_DELAY: '50' };
  }

  named(name: string): Span[] {
    return this.spans.filter((span) => span.name === name);
  }

  /** Waits for this many spans of this name. */
  async gets(name: string, count = 1): Promise<Span[]> {
    await eventually(() => this.named(name).length >= count);
    return this.named(name);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private take(body: Export): void {
    this.received += JSON.stringify(body);
    for (const { resource, scopeSpans } of body.resourceSpans) {
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        const { links = [], events = [], attributes } = span;
        this.spans.push({
          ...span,
          attributes: valuesOf(attributes),
          links,
          events,
          resource: valuesOf(resource.attributes),
        });
      }
    }
  }
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, Value> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]!]));
