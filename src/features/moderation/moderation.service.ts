import { Injectable, Module } from '@nestjs/common';
import { invalid } from '@parley/protocol';

import { HookMetrics } from './hook/hook-metrics.js';
import { ModerationSettings } from './moderation.settings.js';
import type { HookAnswer } from './hook/hook-answer.js';
import { ModerationHook, NoDecision } from './hook/moderation-hook.js';
import { MessageRejected } from './moderated-message.js';
import type { ModeratedMessage, ModerationVerdict } from './moderated-message.js';
import { textsIn, withText } from './shown-texts.js';
import type { Permitted, ShownPlace, ShownTexts } from './shown-texts.js';
import { WordRulesMetrics } from './word-rules/word-rules-metrics.js';
import { WordRulesService } from './word-rules/word-rules.service.js';

const BY_WORDS = 'It contains words that are not allowed here.';
const BY_HOOK = 'It is not allowed here.';
const NOT_CHECKED = 'It could not be checked. Try again later.';

/**
 * Decides about messages, and about other texts that others see, before they are stored: by the word rules first, then
 * by the hook.
 */
@Injectable()
export class Moderation {
  constructor(
    private readonly wordRules: WordRulesService,
    private readonly hook: ModerationHook,
    private readonly settings: ModerationSettings,
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

  /**
   * Checks texts of a request that are shown beside messages. A rule that masks changes them; nothing is held, and what
   * a rule or the hook would hold is refused.
   * @throws Refusal 4003 about a path
   */
  async permit<Request extends object>(
    place: ShownPlace,
    request: Request,
    { paths, fixed: others, field = paths[0] ?? '' }: ShownTexts,
  ): Promise<Permitted<Request>> {
    const fixed = others.filter((text) => text !== '');
    const permitted = this.masked(request, paths);
    this.requireWords(fixed, field);
    const shown = [...textsIn(permitted, paths).map(([, text]) => text), ...fixed];
    if (this.hook.exists && shown.length > 0) await this.askAbout(place, field, shown);
    return permitted as Permitted<Request>;
  }

  /**
   * Texts that no rule may match, such as those of metadata, which cannot be masked.
   * @throws Refusal 4003 about the field
   */
  requireWords(texts: readonly string[], field: string): void {
    if (this.wordRules.check(texts).action !== undefined) throw invalid({ [field]: [BY_WORDS] });
  }

  private masked<Request extends object>(request: Request, paths: readonly string[]): Request {
    if (!this.wordRules.exist) return request;
    return textsIn(request, paths).reduce((at, [path, text]) => {
      const { action, masked } = this.wordRules.check([text]);
      if (action === 'reject' || action === 'hold') throw invalid({ [path]: [BY_WORDS] });
      return withText(at, path, masked[0] ?? '');
    }, request);
  }

  /**
   * Without a decision the texts are allowed: nothing of them can be held, and a room is made while the hook is away.
   */
  private async askAbout(place: ShownPlace, field: string, texts: readonly string[]): Promise<void> {
    try {
      const { action, reason } = await this.hook.ask({ ...place, texts }, (text) => text);
      if (action !== 'allow') throw invalid({ [field]: [reason ?? BY_HOOK] });
    } catch (error) {
      if (!(error instanceof NoDecision)) throw error;
    }
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
      const action = this.settings.hook?.fallback ?? 'allow';
      if (action === 'reject') throw new MessageRejected(NOT_CHECKED, false);
      return { action, content: undefined, reason: undefined, labels: [] };
    }
  }
}

/** Checks messages before they are stored. It knows no message: features give it texts. */
@Module({
  providers: [HookMetrics, Moderation, ModerationHook, WordRulesMetrics, WordRulesService],
  exports: [Moderation],
})
export class ModerationModule {}
