import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { RECORDED_TIERS } from './recorded-tiers.js';
import { WorkerConditions } from '../../src/platform/database/distribution/worker-conditions.js';
import { brokenRules } from './rules.js';
import type { Rule } from './rules.js';

/** A statement that breaks a rule, or that cannot be judged. */
export interface Breach {
  /** Without line breaks and repeated spaces. */
  readonly text: string;
  readonly rules: readonly (Rule | 'syntax')[];
  /** The functions that sent it first. */
  readonly senders: readonly string[];
}

/** The tiers that have run, and have left records. */
export const recordedTiers = (): string[] => RECORDED_TIERS.filter((tier) => existsSync(folderOf(tier)));

/** The rules are those of a distributed database. */
const conditions = new WorkerConditions();
conditions.apply();

/** The statements of all services and commands of a tier that break a rule, each once. */
export async function breachesOf(tier: string): Promise<Breach[]> {
  const senders = new Map<string, readonly string[]>();
  for (const name of readdirSync(folderOf(tier))) {
    for (const line of readFileSync(join(folderOf(tier), name), 'utf8')
      .split('\n')
      .filter(Boolean)) {
      const record = JSON.parse(line) as { text: string; senders: string[] };
      const text = conditions.textOf(record.text);
      if (!senders.has(text)) senders.set(text, record.senders);
    }
  }
  const judged = [...senders.keys()].map(async (text) => ({
    text: text.replaceAll(/\s+/g, ' ').trim(),
    rules: await brokenRules(text).catch(() => ['syntax' as const]),
    senders: senders.get(text) ?? [],
  }));
  return (await Promise.all(judged)).filter(({ rules }) => rules.length > 0);
}

const folderOf = (tier: string): string => join(process.env.TEST_STATEMENTS ?? '', tier);
