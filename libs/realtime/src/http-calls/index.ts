export { HttpCalls } from './http-calls.js';
export type { HttpCall } from './http-calls.js';
