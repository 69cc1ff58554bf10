export { beginTrace, isTracing, traceId } from './begin-trace.js';
export type { Traced } from './begin-trace.js';
export { inTrace, thisTrace, tracedTogether } from './together.js';
export type { Trace } from './together.js';
export { startTracing } from './start-tracing.js';
export type { StartedTracing } from './start-tracing.js';
