/** The decision if the hook does not answer. */
export const FALLBACKS = ['allow', 'reject', 'hold'] as const;

/** The before-send hook of the operator. Its secret is never logged. */
export interface HookSettings {
  readonly url: string;
  readonly secret: string;
  readonly timeoutMs: number;
  readonly fallback: (typeof FALLBACKS)[number];
  /** The calls of this process at once. */
  readonly concurrency: number;
}

/** The checks of messages before they are stored. */
export interface ModerationSettings {
  /** The path of the word rules. Undefined: there are none. */
  readonly wordRulesFile: string | undefined;
  /** Undefined: there is none. */
  readonly hook: HookSettings | undefined;
  readonly held: HeldSettings;
}

/** The bounds of messages that a moderator has to allow first. */
export interface HeldSettings {
  /** Days after which they are rejected. */
  readonly days: number;
  /** Of one user. */
  readonly most: number;
}

interface Values {
  readonly WORD_RULES_FILE: string | undefined;
  readonly MODERATION_URL: string | undefined;
  readonly MODERATION_SECRET: string | undefined;
  readonly MODERATION_TIMEOUT_MS: number;
  readonly MODERATION_FALLBACK: (typeof FALLBACKS)[number];
  readonly MODERATION_CONCURRENCY: number;
  readonly HELD_MESSAGES_DAYS: number;
  readonly MAX_HELD: number;
}

/** As Standard Webhooks writes secrets: 24 to 64 bytes in base64. */
const SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

/** The faults say nothing of the values. */
export function moderationFaults(values: Values): string[] {
  const { MODERATION_URL: url, MODERATION_SECRET: secret } = values;
  return [
    ...(url === undefined || secret !== undefined ? [] : ['MODERATION_SECRET: must be set beside MODERATION_URL']),
    ...(secret === undefined || SECRET.test(secret)
      ? []
      : ['MODERATION_SECRET: must be whsec_ and 24 to 64 random bytes in base64']),
  ];
}

export function moderationOf(values: Values): ModerationSettings {
  const { WORD_RULES_FILE: wordRulesFile, MODERATION_URL: url, MODERATION_SECRET: secret } = values;
  const hook = {
    timeoutMs: values.MODERATION_TIMEOUT_MS,
    fallback: values.MODERATION_FALLBACK,
    concurrency: values.MODERATION_CONCURRENCY,
  };
  return {
    wordRulesFile,
    hook: url === undefined || secret === undefined ? undefined : { url, secret, ...hook },
    held: { days: values.HELD_MESSAGES_DAYS, most: values.MAX_HELD },
  };
}
