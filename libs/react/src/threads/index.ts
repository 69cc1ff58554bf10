export type { ShownThread } from '../hooks/threads.js';
export { useThread, useThreadSummary } from '../react-hooks.js';
export type { ThreadMessages } from '../state/thread-state.js';
export { Thread } from './thread.js';
export type { ThreadProps, ThreadTexts } from './thread.js';
export { ThreadButton } from './thread-button.js';
export type { ThreadButtonProps } from './thread-button.js';
