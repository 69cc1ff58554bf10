import { domainToASCII } from 'node:url';

import { isEmail } from 'class-validator';

export const MAX_EMAIL_LENGTH = 254;

/** Quoted names are left out: they are other forms of plain ones, and may contain line ends. */
const NAME = /^[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~.]+$/u;
const DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;

/** @returns the fault of an address, or undefined if it is valid */
export function emailFault(email: string): string | undefined {
  if (email.length > MAX_EMAIL_LENGTH || addressKey(email).length > MAX_EMAIL_LENGTH) {
    return `Ensure this field has no more than ${String(MAX_EMAIL_LENGTH)} characters.`;
  }
  const { name, domain } = partsOf(email);
  const isValid = NAME.test(name) && DOMAIN.test(domain) && domainToASCII(domain) !== '' && isEmail(email);
  return isValid ? undefined : 'Enter a valid email address.';
}

/**
 * The form in which addresses are compared: two that reach one mailbox have the same. Upper and lower case, composed and
 * decomposed letters, and a domain in Unicode and in ASCII are such forms.
 */
export const addressKey = (email: string): string =>
  `${partsOf(email).name.normalize('NFC').toLowerCase()}@${domainOf(email)}`;

/** The domain of an address, as DNS knows it. */
export function domainOf(email: string): string {
  const { domain } = partsOf(email);
  return domainToASCII(domain) || domain.toLowerCase();
}

function partsOf(email: string): { readonly name: string; readonly domain: string } {
  const at = email.lastIndexOf('@');
  return { name: email.slice(0, Math.max(at, 0)), domain: email.slice(at + 1) };
}
