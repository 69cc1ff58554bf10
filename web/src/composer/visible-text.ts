/** Spaces, controls, and characters that take no place. The blank of Braille has no property that says so. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a message of this text shows anything. */
export const isVisible = (text: string): boolean => text.replaceAll(INVISIBLE, '') !== '';
