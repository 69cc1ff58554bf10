import { Injectable } from '@nestjs/common';

import { Config } from '../platform/config/config.js';
import type { HookAnswer } from './hook/hook-answer.js';
import { ModerationHook, NoDecision } from './hook/moderation-hook.js';
import { MessageRejected } from './moderated-message.js';
import type { ModeratedMessage, ModerationVerdict } from './moderated-message.js';
import { WordRulesService } from './word-rules/word-rules.service.js';

const BY_WORDS = 'It contains words that are not allowed here.';
const BY_HOOK = 'It is not allowed here.';
const NOT_CHECKED = 'It could not be checked. Try again later.';

/** Decides about messages before they are stored: by the word rules first, then by the hook. */
@Injectable()
export class Moderation {
  constructor(
    private readonly wordRules: WordRulesService,
    private readonly hook: ModerationHook,
    private readonly config: Config,
  ) {}

  /** Whether messages are checked at all. */
  get isActive(): boolean {
    return this.wordRules.exist || this.hook.exists;
  }

  /**
   * The word rules apply to a text of the hook as well, because the operator has written both.
   * @param accept the text to store in place of one of the hook; throws for one that may not be sent
   * @throws MessageRejected
   */
  async check(message: ModeratedMessage, accept: (content: string) => string): Promise<ModerationVerdict> {
    const byWords = this.byWords(message);
    if (!this.hook.exists) return byWords;
    const masked = { ...message, content: byWords.content };
    const { action, content, reason } = await this.byHook(masked, accept);
    if (action === 'reject') throw new MessageRejected(reason ?? BY_HOOK, true);
    const isHeld = byWords.isHeld || action === 'hold';
    if (content === undefined) return { ...byWords, isHeld };
    const replaced = this.byWords({ ...message, content });
    return { ...replaced, isHeld: isHeld || replaced.isHeld };
  }

  private byWords({ content, texts, fixedTexts }: ModeratedMessage): ModerationVerdict {
    const given = [content, ...texts, ...fixedTexts];
    const { action, masked } = this.wordRules.check(given);
    if (action === 'reject') throw new MessageRejected(BY_WORDS, true);
    const [maskedContent = '', ...others] = masked;
    const fixedAt = texts.length;
    // A text that belongs to another message or to a file cannot be changed here.
    if (others.slice(fixedAt).some((text, at) => text !== fixedTexts[at])) throw new MessageRejected(BY_WORDS, true);
    return { content: maskedContent, texts: others.slice(0, fixedAt), isHeld: action === 'hold' };
  }

  private async byHook(message: ModeratedMessage, accept: (content: string) => string): Promise<HookAnswer> {
    try {
      return await this.hook.ask(message, accept);
    } catch (error) {
      if (!(error instanceof NoDecision)) throw error;
      const action = this.config.moderation.hook?.fallback ?? 'allow';
      if (action === 'reject') throw new MessageRejected(NOT_CHECKED, false);
      return { action, content: undefined, reason: undefined, labels: [] };
    }
  }
}
