import { emojiForm, isEmoji, isVisible } from '@parley/protocol/text';

import type { Reactions } from '../message.settings.js';

/** @returns why a reaction cannot be made, or the deployment does not allow it; undefined: it does */
export function reactionFault(content: string, allowed: Reactions): string | undefined {
  if (!isVisible(content)) return 'Must not be blank.';
  if (allowed === 'any') return undefined;
  if (allowed === 'emoji') return isEmoji(content) ? undefined : 'Must be one emoji.';
  const isAllowed = allowed.some((each) => emojiForm(each) === emojiForm(content));
  return isAllowed ? undefined : `Must be one of ${allowed.join(' ')}.`;
}
