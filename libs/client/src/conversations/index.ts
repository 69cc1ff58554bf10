export type { Pin, PinPage } from '@parley/protocol';
export { Pins } from './pins.js';
