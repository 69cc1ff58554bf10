import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';

import { PeriodicTask } from '../../../platform/async/periodic-task.js';
import { CannotStart } from '../../../platform/config/config.js';
import { HealthParts } from '../../../platform/health/health-parts.js';
import type { HealthPart } from '../../../platform/health/health-parts.js';
import { ModerationSettings } from '../moderation.settings.js';
import type { RuleAction } from './rule-action.js';
import type { ReadRules } from './rules-file.js';
import type { FaultyRules } from './word-rule.js';
import type { RuleVerdict } from './word-rules.js';
import { WordRulesMetrics } from './word-rules-metrics.js';

/** How often the file is compared: notifications of changes (fs.watch) are lost on network file systems. */
const COMPARE_EVERY_MS = 1_000;

/** The verdict on several texts of one message. */
export interface TextsVerdict {
  readonly action: RuleAction | undefined;
  /** The texts in their order, masked. */
  readonly masked: readonly string[];
}

/**
 * The word rules of the deployment. The file is read again within two seconds of its change. A file that cannot be read
 * or has faults prevents the start; later, the last good rules stay in force, and log, metrics and `/health` say so.
 */
@Injectable()
export class WordRulesService implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('WordRules');
  private readonly comparisons = new PeriodicTask(() => this.compare(), this.log, 'Cannot compare the word rules');
  private inForce: ReadRules | undefined;
  /** The version of the file that was read last, with or without faults. */
  private version: string | undefined;
  /** Why the rules in force are not those of the file. */
  private problem: string | undefined;
  private counted: ((action: RuleAction | undefined, seconds: number) => void) | undefined;

  constructor(
    private readonly settings: ModerationSettings,
    private readonly health: HealthParts,
    private readonly metrics: WordRulesMetrics,
  ) {}

  /** Whether texts are checked. */
  get exist(): boolean {
    return this.inForce !== undefined;
  }

  async onModuleInit(): Promise<void> {
    const path = this.settings.wordRulesFile;
    if (path === undefined) return;
    try {
      await this.read(path);
    } catch (error) {
      throw new CannotStart(`The word rules (WORD_RULES_FILE) cannot be used:\n${problemsOf(error)}`);
    }
    this.counted = this.metrics.start(() => ({ count: this.count, isCurrent: this.problem === undefined }));
    this.health.add('word_rules', () => this.state());
    this.log.log(`Messages are checked by ${String(this.count)} word rules`);
  }

  onApplicationBootstrap(): void {
    if (this.exist) this.comparisons.start(COMPARE_EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.comparisons.stop();
  }

  /** Checks the texts of one message, which count as one in the metrics. */
  check(texts: readonly string[]): TextsVerdict {
    const { rules } = this.inForce ?? {};
    if (!rules || texts.length === 0) return { action: undefined, masked: texts };
    const since = performance.now();
    const verdicts = texts.map((text) => rules.check(text));
    const action = strictest(verdicts);
    this.counted?.(action, (performance.now() - since) / 1_000);
    return { action, masked: verdicts.map(({ masked }) => masked) };
  }

  private get count(): number {
    return this.inForce?.rules.rules.length ?? 0;
  }

  private async compare(): Promise<void> {
    const path = this.settings.wordRulesFile;
    if (path === undefined) return;
    try {
      if (!(await this.read(path))) return;
      this.log.log(`The word rules have been read again: ${String(this.count)} rules`);
    } catch (error) {
      const problems = problemsOf(error);
      if (this.problem === problems) return;
      this.problem = problems;
      this.log.warn(`The changed word rules cannot be used, and the earlier ones stay in force:\n${problems}`);
    }
  }

  /** @returns whether there are new rules */
  private async read(path: string): Promise<boolean> {
    // Loaded only where there are rules: the table of confusable letters is large.
    const { readRulesFile } = await import('./rules-file.js');
    try {
      const read = await readRulesFile(path, this.version);
      if (!read) return false;
      this.inForce = read;
      this.version = read.version;
      this.problem = undefined;
      return true;
    } catch (error) {
      this.version = (error as Partial<FaultyRules>).version;
      throw error;
    }
  }

  private state(): HealthPart {
    return this.problem === undefined
      ? { status: 'up', message: `${String(this.count)} rules are in force.` }
      : {
          status: 'degraded',
          message: 'The changed file cannot be used: the earlier rules stay in force. See the log.',
        };
  }
}

const STRICTNESS: readonly (RuleAction | undefined)[] = ['reject', 'hold', 'mask'];

const strictest = (verdicts: readonly RuleVerdict[]): RuleAction | undefined =>
  STRICTNESS.find((each) => verdicts.some(({ action }) => action === each));

/** A line for each problem. The path is in none of them. */
const problemsOf = (error: unknown): string =>
  (
    (error as Partial<FaultyRules>).faults ?? [
      `It cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`,
    ]
  )
    .map((fault) => `  ${fault}`)
    .join('\n');
