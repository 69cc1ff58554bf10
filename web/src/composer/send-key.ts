import { isComposing } from '../design/composing.js';

/** A touch keyboard has no Shift+Enter for a new line: its Enter begins one, and the button sends. */
export const hasTouchKeyboard = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Whether a key sends the text of a field. */
export const isSendKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && !event.shiftKey && !isComposing(event) && !hasTouchKeyboard();
