import { trace } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace-node';
import type { Sampler, SamplingResult } from '@opentelemetry/sdk-trace-node';

/**
 * Does not sample spans whose parent has ended. A timer that was started during a client's event still has the context
 * of that event in Node, hours later.
 */
export class WhileUnderWay implements Sampler {
  constructor(private readonly sampler: Sampler) {}

  shouldSample(...asked: Parameters<Sampler['shouldSample']>): SamplingResult {
    const parent = trace.getSpan(asked[0]);
    const isOver = parent !== undefined && parent.spanContext().isRemote !== true && !parent.isRecording();
    return isOver ? { decision: SamplingDecision.NOT_RECORD } : this.sampler.shouldSample(...asked);
  }

  toString(): string {
    return `WhileUnderWay{${this.sampler.toString()}}`;
  }
}
