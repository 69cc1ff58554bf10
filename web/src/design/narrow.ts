/** Whether there is no space beside anything, as in composer.css: on a phone, or in a narrow window. */
export const isNarrow = (): boolean => matchMedia('(pointer: coarse), (max-width: 560px)').matches;
