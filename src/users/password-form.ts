/** A space of any width. */
const SPACES = /\p{Zs}/gu;

/**
 * The form in which a password is hashed and measured, as RFC 8265 asks: keyboards write one letter in several ways.
 */
export const passwordForm = (password: string): string => password.replace(SPACES, ' ').normalize('NFC');

/** The forms of which a stored hash may be: those of earlier releases are of what was typed. */
export const passwordForms = (password: string): string[] => [
  ...new Set([passwordForm(password), password, password.normalize('NFC'), password.normalize('NFD')]),
];
