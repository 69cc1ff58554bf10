import { trace } from '@opentelemetry/api';

/** Does nothing until the SDK is there. */
export const tracer = trace.getTracer('parley');
