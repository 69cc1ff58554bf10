import { context, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Context } from '@opentelemetry/api';

import { isTracing, tracer } from './begin-trace.js';

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
