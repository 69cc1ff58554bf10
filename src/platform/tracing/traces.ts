import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';

import type { Config } from '../config/config.js';
import type { StartedTracing } from './sdk.js';

/**
 * The tracer, which does nothing until the SDK is started. It is looked up at each use: the bundle has its own copy of
 * the API, whose earlier tracers do not use an SDK that another copy registers.
 */
const tracer = (): Tracer => trace.getTracer('parley');

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

/** An active trace, of which work elsewhere can become a part. */
export type Trace = Context;

/**
 * The active trace, if there is one.
 * @param attributes added to its active span; must not contain texts of clients
 */
export function thisTrace(attributes: Attributes): Trace | undefined {
  if (!isTracing()) return undefined;
  const span = trace.getActiveSpan()?.setAttributes(attributes);
  return span && context.active();
}

/** Runs work as a part of a trace, if there is one. */
export const inTrace = <Result>(of: Trace | undefined, work: () => Result): Result =>
  of === undefined ? work() : context.with(of, work);

/**
 * Runs the work of several requests as a batch, in a trace of its own that is linked with their traces.
 * @param parts the traces of the requests, as far as they are traced
 */
export async function tracedTogether<Result>(
  name: string,
  parts: readonly (Trace | undefined)[],
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isTracing()) return work();
  const spans = parts.flatMap((part) => (part && trace.getSpan(part)) ?? []);
  const links = spans.map((span) => ({ context: span.spanContext() }));
  const span = tracer().startSpan(name, { root: true, links, attributes: { 'parley.batch.size': parts.length } });
  for (const part of spans) part.addLink({ context: span.spanContext() });
  try {
    return await context.with(trace.setSpan(ROOT_CONTEXT, span), work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

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
