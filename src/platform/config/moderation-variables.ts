import { makeValidator } from 'envalid';

import { FALLBACKS } from './moderation-config.js';
import type { HookSettings } from './moderation-config.js';
import { text, url, wholeNumber } from './parsers.js';

const fallback = makeValidator<HookSettings['fallback']>((raw) => raw as HookSettings['fallback']);

/** The variables of moderation, as a part of the table of all variables. */
export const moderationVariables = {
  WORD_RULES_FILE: text({
    default: undefined,
    desc: 'JSON file of words that are rejected, held or masked in messages: [{"match": "exact", "pattern": "spam", "action": "mask"}].',
  }),
  MODERATION_URL: url(['https:', 'http:'], { credentials: false })({
    default: undefined,
    desc: 'Before-send hook: gets each new or edited message by a signed POST and answers {"action": "allow"}, reject, replace or hold.',
  }),
  MODERATION_SECRET: text({
    default: undefined,
    desc: 'Secret that signs the calls of MODERATION_URL, by Standard Webhooks: whsec_ and 24 to 64 random bytes in base64.',
  }),
  MODERATION_TIMEOUT_MS: wholeNumber({ min: 10, max: 10_000 })({
    default: 500,
    desc: 'Milliseconds in which the hook answers.',
  }),
  MODERATION_FALLBACK: fallback({
    default: 'allow',
    choices: [...FALLBACKS],
    desc: 'What happens to a message about which the hook does not decide: allow, reject or hold.',
  }),
  MODERATION_CONCURRENCY: wholeNumber({ min: 1, max: 1_000 })({
    default: 64,
    desc: 'Maximum number of calls of the hook by one process at once; a room has at most as many as it leaves free.',
  }),
  HELD_MESSAGES_DAYS: wholeNumber({ min: 1, max: 365 })({
    default: 7,
    desc: 'Days after which a held message that nobody has allowed is rejected.',
  }),
  MAX_HELD: wholeNumber({ min: 1, max: 10_000 })({
    default: 50,
    desc: 'Maximum number of held messages of one user; further ones are refused with 4005.',
  }),
};
