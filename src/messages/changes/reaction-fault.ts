import type { Reactions } from '../../platform/config/reactions-variable.js';

/** One emoji of Unicode's list of those to be used, such as a flag or a family. */
const EMOJI = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
/** Some keyboards leave out the variation selector. */
const AS_EMOJI = '\ufe0f';

/** @returns why the deployment does not allow a reaction; undefined: it does */
export function reactionFault(content: string, allowed: Reactions): string | undefined {
  if (allowed === 'any') return undefined;
  if (allowed === 'emoji') {
    return EMOJI.test(content) || EMOJI.test(content + AS_EMOJI) ? undefined : 'Must be one emoji.';
  }
  return allowed.includes(content) ? undefined : `Must be one of ${allowed.join(' ')}.`;
}
