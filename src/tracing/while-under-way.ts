import { trace } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace-node';
import type { Sampler, SamplingResult } from '@opentelemetry/sdk-trace-node';

/**
 * Leaves out what belongs to something that is over. Work that goes on by itself, as by a timer, may have been begun for
 * somebody's event: Node still counts it as a part of that, hours later.
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
