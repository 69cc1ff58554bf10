import { ROOT_CONTEXT, SpanKind, SpanStatusCode, context, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';

import type { Config } from '../config/config.js';
import type { StartedTracing } from './sdk.js';

/**
 * The tracer, which does nothing until the SDK is started. It is looked up at each use: the bundle has its own copy of
 * the API, whose earlier tracers do not use an SDK that another copy registers.
 */
export const tracer = (): Tracer => trace.getTracer('parley');

let on = false;

/** Called when the SDK is started. */
function tracingIsOn(): void {
  on = true;
}

/** Whether tracing is on. */
export const isTracing = (): boolean => on;

/** The id of the active trace. */
export const traceId = (): string | undefined => (on ? trace.getActiveSpan()?.spanContext().traceId : undefined);

/** The trace of a client's request. */
export class Traced {
  private readonly context: Context;

  constructor(private readonly span: Span) {
    this.context = trace.setSpan(ROOT_CONTEXT, span);
  }

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  /** Runs work as a part of the trace. */
  during<Result>(work: () => Result): Result {
    return context.with(this.context, work);
  }

  /** @param attributes must not contain texts of clients or secrets */
  ended(attributes: Attributes, failed: boolean): void {
    this.span.setAttributes(attributes);
    if (failed) this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
  }
}

/**
 * Begins a trace of a client's request. Undefined, without any cost, if tracing is off.
 * @param name must be one of few
 * @param attributes must not contain texts of clients or secrets
 */
export const beginTrace = (name: string, attributes: Attributes): Traced | undefined =>
  on ? new Traced(tracer().startSpan(name, { root: true, kind: SpanKind.SERVER, attributes })) : undefined;

/**
 * Starts tracing if it is configured; otherwise the SDK is not loaded. Must be called before the traced modules `pg`
 * and `http` are imported.
 * @param nodeId the id of this process in the deployment
 */
export async function startTracing({ tracing }: Config, nodeId: string): Promise<StartedTracing | undefined> {
  if (tracing === undefined) return undefined;
  const { startSdk } = await import('./sdk.js');
  const started = startSdk(tracing, nodeId);
  tracingIsOn();
  return started;
}
