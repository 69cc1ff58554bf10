import { SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes } from '@opentelemetry/api';

const tracer = trace.getTracer('parley');

/**
 * Does something, and tells the trace that is under way how long it took, if one is.
 * @param attributes never what a client wrote
 */
export function traced<Result>(name: string, attributes: Attributes, work: () => Result): Result {
  if (trace.getActiveSpan() === undefined) return work();
  return tracer.startActiveSpan(name, { attributes }, (span) => {
    const ended = (): void => {
      span.end();
    };
    try {
      const result = work();
      if (result instanceof Promise) void result.then(ended, ended);
      else ended();
      return result;
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      throw error;
    }
  });
}
