import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';

import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import type { Sampler, SamplingResult } from '@opentelemetry/sdk-trace-node';
import {
  ATTR_HTTP_ROUTE,
  ATTR_SERVICE_INSTANCE_ID,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_VERSION,
} from '@opentelemetry/semantic-conventions';

import type { Tracing } from '../config/config.js';
import { version } from '../package/package-info.js';
import { RedactingExporter } from './redacting-exporter.js';

export interface StartedTracing {
  /**
   * Exports the remaining spans if possible. Never rejects.
   * @param longest milliseconds
   */
  stop(longest: number): Promise<void>;
}

/** The timeout of an export, after which its spans are lost. */
const EXPORT_MS = 5_000;

const require = createRequire(import.meta.url);

/** Paths that monitoring requests continuously. */
const UNTRACED = /^\/(health|metrics)([/?]|$)/i;

/** A request of express after routing. */
interface Routed {
  readonly route?: { readonly path?: unknown };
}

/** Traces incoming requests only: URLs of outgoing requests may be private. */
const httpInstrumentation = (): HttpInstrumentation =>
  new HttpInstrumentation({
    disableOutgoingRequestInstrumentation: true,
    ignoreIncomingRequestHook: ({ url = '' }) => UNTRACED.test(url),
    applyCustomAttributesOnSpan: (span, request) => {
      const path = (request as IncomingMessage & Routed).route?.path;
      if (typeof path !== 'string') return;
      span.setAttribute(ATTR_HTTP_ROUTE, path);
      span.updateName(`${String((request as IncomingMessage).method)} ${path}`);
    },
  });

/**
 * Does not sample spans whose parent has ended. A timer that was started during a client's event still has the context
 * of that event in Node, hours later.
 */
export class WithinTraceSampler implements Sampler {
  constructor(private readonly sampler: Sampler) {}

  shouldSample(...parameters: Parameters<Sampler['shouldSample']>): SamplingResult {
    const parent = trace.getSpan(parameters[0]);
    const isOver = parent !== undefined && parent.spanContext().isRemote !== true && !parent.isRecording();
    return isOver ? { decision: SamplingDecision.NOT_RECORD } : this.sampler.shouldSample(...parameters);
  }

  toString(): string {
    return `WithinTraceSampler{${this.sampler.toString()}}`;
  }
}

/** Starts the SDK of OpenTelemetry. Other code uses only its API. */
export function startSdk({ endpoint, serviceName, share }: Tracing, nodeId: string): StartedTracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_MS,
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      [ATTR_SERVICE_NAME]: serviceName,
      [ATTR_SERVICE_VERSION]: version,
      [ATTR_SERVICE_INSTANCE_ID]: nodeId,
    }),
    sampler: new WithinTraceSampler(new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) })),
    spanProcessors: [new BatchSpanProcessor(new RedactingExporter(exporter))],
  });
  provider.register();
  registerInstrumentations({
    instrumentations: [
      httpInstrumentation(),
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    ],
    tracerProvider: provider,
  });
  // Requiring them applies the instrumentation, which later imports then get.
  for (const watched of ['http', 'pg']) require(watched);
  return {
    stop: (longest) => {
      const tooLate = delay(longest, undefined, { ref: false });
      return Promise.race([provider.shutdown().catch(nothing), tooLate]);
    },
  };
}

const nothing = (): void => undefined;
