import { ROOT_CONTEXT, trace, TraceFlags } from '@opentelemetry/api';
import type { Span } from '@opentelemetry/api';
import { AlwaysOnSampler, BasicTracerProvider, ParentBasedSampler } from '@opentelemetry/sdk-trace-node';

import { WithinTraceSampler } from './sdk.js';

const tracer = new BasicTracerProvider({
  sampler: new WithinTraceSampler(new ParentBasedSampler({ root: new AlwaysOnSampler() })),
}).getTracer('specs');

const partOf = (parent: Span): boolean =>
  tracer.startSpan('part', {}, trace.setSpan(ROOT_CONTEXT, parent)).isRecording();

describe('a child span', () => {
  it('is recorded while its parent is active, and not after its end', () => {
    const event = tracer.startSpan('event');
    expect(partOf(event)).toBe(true);
    event.end();
    expect(partOf(event)).toBe(false);
  });

  it('is recorded if a remote parent is', () => {
    const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', isRemote: true };
    for (const [traceFlags, records] of [
      [TraceFlags.SAMPLED, true],
      [TraceFlags.NONE, false],
    ] as const) {
      expect(partOf(trace.wrapSpanContext({ ...caller, traceFlags }))).toBe(records);
    }
  });
});
