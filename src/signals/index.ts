export { Signals } from './signals.js';
export type { SignalKind } from './signals.js';
export { SignalReaderModule, SignalsModule } from './signals.module.js';
