import { context, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Context } from '@opentelemetry/api';

import { isTracing } from './begin-trace.js';
import { tracer } from './tracer.js';

/** A trace under way, which what is done elsewhere can be a part of. */
export type Trace = Context;

/**
 * The trace that is under way where this is called, if one is.
 * @param attributes what is known of it by now: never what a client wrote
 */
export function thisTrace(attributes: Attributes): Trace | undefined {
  if (!isTracing()) return undefined;
  const span = trace.getActiveSpan()?.setAttributes(attributes);
  return span && context.active();
}

/** Does something as a part of a trace, if there is one. */
export const inTrace = <Result>(of: Trace | undefined, work: () => Result): Result =>
  of === undefined ? work() : context.with(of, work);

/**
 * Does together what several have asked for, each in a trace of its own: one more trace, which is linked with all of theirs.
 * @param parts the traces of those who asked, as far as they are traced
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
