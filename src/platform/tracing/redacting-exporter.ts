import { Logger } from '@nestjs/common';
import type { Attributes } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';

import { reasonOf } from '../logging/log-record.js';

/**
 * The attributes that are exported. Others of instrumentations do not leave the process: queries of URLs, addresses of
 * clients, messages of errors, in which the database repeats values.
 */
const EXPORTED = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'error.type',
  'db.system.name',
  'db.namespace',
  'db.query.text',
]);
const OURS = 'parley.';

type Done = Parameters<SpanExporter['export']>[1];

/** Exports spans with their allowed attributes, and logs one line per outage of the collector. */
export class RedactingExporter implements SpanExporter {
  private readonly log = new Logger('Tracing');
  private failing = false;

  constructor(private readonly exporter: SpanExporter) {}

  export(spans: ReadableSpan[], done: Done): void {
    this.exporter.export(spans.map(redacted), (result) => {
      this.isFailing(result.error);
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private isFailing(error: Error | undefined): void {
    if (error !== undefined && !this.failing) {
      this.log.warn(`Traces cannot be exported, and are lost until they can: ${reasonOf(error)}`);
    }
    if (error === undefined && this.failing) this.log.log('Traces are exported again');
    this.failing = error !== undefined;
  }
}

const redacted = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    attributes: { value: exportedAttributes(span.attributes) },
    status: { value: { code: span.status.code } },
    events: { value: [] },
    links: { value: span.links.map(({ context }) => ({ context })) },
  }) as ReadableSpan;

const exportedAttributes = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => EXPORTED.has(name) || name.startsWith(OURS)));
