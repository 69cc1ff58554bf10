/** The code of a key that an input method handles. */
const HANDLED = 229;

/**
 * Whether a key belongs to the composition of a text, as for Japanese and Chinese. Safari ends the composition before
 * it reports the Enter that has ended it: there the code of the key alone tells.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- Nothing else tells it.
  event.isComposing || event.keyCode === HANDLED;
