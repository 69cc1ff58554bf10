import { trace } from '@opentelemetry/api';
import type { Tracer } from '@opentelemetry/api';

/**
 * Does nothing until the SDK is started. It is looked up at each use: the program has a copy of the API of its own, whose
 * early tracers do not learn of an SDK that another copy registers.
 */
export const tracer = (): Tracer => trace.getTracer('parley');
