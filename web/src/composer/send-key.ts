/** A touch keyboard has no Shift+Enter for a new line: its Enter begins one, and the button sends. */
export const hasTouchKeyboard = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Whether a key sends the text of a field. */
export const isSendKey = ({ key, shiftKey, isComposing }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !isComposing && !hasTouchKeyboard();
