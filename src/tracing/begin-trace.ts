import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span } from '@opentelemetry/api';

import { tracer } from './tracer.js';

let on = false;

/** From now on there is somebody who takes traces. */
export function tracingIsOn(): void {
  on = true;
}

/** Whether there is. */
export const isTracing = (): boolean => on;

/** The trace that is under way where this is called, as its collector names it. */
export const traceId = (): string | undefined => (on ? trace.getActiveSpan()?.spanContext().traceId : undefined);

/** Something that a client has asked for, and all that is done for it. */
export class Traced {
  private readonly context: Context;

  constructor(private readonly span: Span) {
    this.context = trace.setSpan(ROOT_CONTEXT, span);
  }

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  /** Does a part of it. */
  during<Result>(work: () => Result): Result {
    return context.with(this.context, work);
  }

  /** @param attributes never what a client wrote, nor what a secret could stand in */
  ended(attributes: Attributes, failed: boolean): void {
    this.span.setAttributes(attributes);
    if (failed) this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
  }
}

/**
 * A trace of its own, for what comes from a client. Undefined where nobody takes traces, and then it costs nothing.
 * @param name one of few
 * @param attributes never what a client wrote, nor what a secret could stand in
 */
export const beginTrace = (name: string, attributes: Attributes): Traced | undefined =>
  on ? new Traced(tracer().startSpan(name, { root: true, kind: SpanKind.SERVER, attributes })) : undefined;
