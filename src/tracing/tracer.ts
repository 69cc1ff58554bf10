import { trace } from '@opentelemetry/api';
import type { Tracer } from '@opentelemetry/api';

/**
 * The tracer, which does nothing until the SDK is started. It is looked up at each use: the bundle has its own copy of
 * the API, whose earlier tracers do not use an SDK that another copy registers.
 */
export const tracer = (): Tracer => trace.getTracer('parley');
