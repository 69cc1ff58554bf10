import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { eventually } from './eventually.js';

type Value = string | number | boolean;

/** A span, as whoever looks at traces sees it. */
export interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** 1: internal, 2: of a server, 3: of a client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  /** 2: an error. */
  readonly status: { readonly code?: number; readonly message?: string };
  readonly events: readonly unknown[];
  /** Of the process that it comes from. */
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

/** What takes traces by OTLP over HTTP, in JSON, and keeps all that it is told. */
export class Collector {
  readonly spans: Span[] = [];
  /** All of it, as it came. */
  told = '';
  /** Whether it takes what comes and never answers. */
  isSilent = false;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** @param port a free one, if it is not given */
  static async listening(port = 0): Promise<Collector> {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    const collector = new Collector(server, (server.address() as AddressInfo).port);
    server.on('request', (request, response) => {
      if (collector.isSilent) return;
      void json(request).then((body) => {
        if (request.url === '/v1/traces') collector.take(body as Export);
        response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
      });
    });
    return collector;
  }

  /** What a service must be told. It hands over soon what it has. */
  get env(): Record<string, string> {
    return { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(this.port)}`, OTEL_BSP_SCHEDULE_DELAY: '50' };
  }

  named(name: string): Span[] {
    return this.spans.filter((span) => span.name === name);
  }

  /** Those of this name, once there are so many. */
  async gets(name: string, count = 1): Promise<Span[]> {
    await eventually(() => this.named(name).length >= count);
    return this.named(name);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private take(body: Export): void {
    this.told += JSON.stringify(body);
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
