import type { CleanedEnv } from 'envalid';

import { text, url, wholeNumber } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/** The decision if the hook does not answer. */
type Fallback = 'allow' | 'reject' | 'hold';

/** The before-send hook of the operator. Its secret is never logged. */
export interface HookSettings {
  readonly url: string;
  readonly secret: string;
  readonly timeoutMs: number;
  readonly fallback: Fallback;
  /** The calls of this process at once. */
  readonly concurrency: number;
}

/** As Standard Webhooks writes secrets: 24 to 64 bytes in base64. */
const SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

/** The checks of messages before they are stored. */
export abstract class ModerationSettings {
  /** The path of the word rules. Undefined: there are none. */
  abstract readonly wordRulesFile: string | undefined;
  /** Undefined: there is none. */
  abstract readonly hook: HookSettings | undefined;
}

const variables = {
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
  MODERATION_FALLBACK: text({
    choices: ['allow', 'reject', 'hold'],
    default: 'allow',
    desc: 'What happens to a message about which the hook does not decide: allow, reject or hold.',
  }),
  MODERATION_CONCURRENCY: wholeNumber({ min: 1, max: 1_000 })({
    default: 64,
    desc: 'Maximum number of calls of the hook by one process at once; a room has at most as many as it leaves free.',
  }),
};

type Values = CleanedEnv<typeof variables>;

function faultsOf(values: Values): string[] {
  const { MODERATION_URL: url, MODERATION_SECRET: secret } = values;
  return [
    ...(url === undefined || secret !== undefined ? [] : ['MODERATION_SECRET: must be set beside MODERATION_URL']),
    ...(secret === undefined || SECRET.test(secret)
      ? []
      : ['MODERATION_SECRET: must be whsec_ and 24 to 64 random bytes in base64']),
  ];
}

function hookOf(values: Values): HookSettings | undefined {
  const { MODERATION_URL: url, MODERATION_SECRET: secret } = values;
  if (url === undefined || secret === undefined) return undefined;
  return {
    url,
    secret,
    timeoutMs: values.MODERATION_TIMEOUT_MS,
    fallback: values.MODERATION_FALLBACK,
    concurrency: values.MODERATION_CONCURRENCY,
  };
}

export const moderationPart = settingsPart({
  token: ModerationSettings,
  variables,
  faults: faultsOf,
  settings: (values): ModerationSettings => ({
    wordRulesFile: values.WORD_RULES_FILE,
    hook: hookOf(values),
  }),
});
