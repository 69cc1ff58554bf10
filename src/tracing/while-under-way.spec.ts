import { ROOT_CONTEXT, trace, TraceFlags } from '@opentelemetry/api';
import type { Span } from '@opentelemetry/api';
import { AlwaysOnSampler, BasicTracerProvider, ParentBasedSampler } from '@opentelemetry/sdk-trace-node';

import { WhileUnderWay } from './while-under-way.js';

const tracer = new BasicTracerProvider({
  sampler: new WhileUnderWay(new ParentBasedSampler({ root: new AlwaysOnSampler() })),
}).getTracer('specs');

const partOf = (parent: Span): boolean =>
  tracer.startSpan('part', {}, trace.setSpan(ROOT_CONTEXT, parent)).isRecording();

describe('what is done for somebody', () => {
  it('is recorded as long as that is under way, and not when it is over', () => {
    const event = tracer.startSpan('event');
    expect(partOf(event)).toBe(true);
    event.end();
    expect(partOf(event)).toBe(false);
  });

  it('is recorded where a caller elsewhere records', () => {
    const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', isRemote: true };
    for (const [traceFlags, records] of [
      [TraceFlags.SAMPLED, true],
      [TraceFlags.NONE, false],
    ] as const) {
      expect(partOf(trace.wrapSpanContext({ ...caller, traceFlags }))).toBe(records);
    }
  });
});
