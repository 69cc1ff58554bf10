import { Module } from '@nestjs/common';

import { HookMetrics } from './hook/hook-metrics.js';
import { ModerationHook } from './hook/moderation-hook.js';
import { Moderation } from './moderation.service.js';
import { WordRulesMetrics } from './word-rules/word-rules-metrics.js';
import { WordRulesService } from './word-rules/word-rules.service.js';

/** Checks messages before they are stored. It knows no message: features give it texts. */
@Module({
  providers: [HookMetrics, Moderation, ModerationHook, WordRulesMetrics, WordRulesService],
  exports: [Moderation],
})
export class ModerationModule {}
