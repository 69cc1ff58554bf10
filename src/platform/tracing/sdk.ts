import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';

import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import { ATTR_SERVICE_INSTANCE_ID, ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions';

import type { Tracing } from '../config/config.js';
import { version } from '../package/package-info.js';
import { WithinTraceSampler } from './within-trace-sampler.js';
import { httpInstrumentation } from './http-instrumentation.js';
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
