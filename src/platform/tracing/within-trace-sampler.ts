import { trace } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace-node';
import type { Sampler, SamplingResult } from '@opentelemetry/sdk-trace-node';

/**
 * Does not sample spans whose parent has ended. A timer that was started during a client's event still has the context
 * of that event in Node, hours later.
 */
export class WithinTraceSampler implements Sampler {
  constructor(private readonly sampler: Sampler) {}

  shouldSample(...parameters: Parameters<Sampler['shouldSample']>): SamplingResult {
    const parent = trace.getSpan(parameters[0]);
    const isOver = parent !== undefined && parent.spanContext().isRemote !== true && !parent.isRecording();
    return isOver ? { decision: SamplingDecision.NOT_RECORD } : this.sampler.shouldSample(...parameters);
  }

  toString(): string {
    return `WithinTraceSampler{${this.sampler.toString()}}`;
  }
}
