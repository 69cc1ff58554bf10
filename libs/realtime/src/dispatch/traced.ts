import { SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes } from '@opentelemetry/api';

const tracer = trace.getTracer('parley');

/**
 * Runs work as a span of the current trace, if there is one.
 * @param attributes never contain text of a client
 */
export function traced<Result>(name: string, attributes: Attributes, work: () => Result): Result {
  if (trace.getActiveSpan() === undefined) return work();
  return tracer.startActiveSpan(name, { attributes }, (span) => {
    const end = (): void => {
      span.end();
    };
    try {
      const result = work();
      if (result instanceof Promise) void result.then(end, end);
      else end();
      return result;
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      throw error;
    }
  });
}
