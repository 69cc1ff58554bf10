import { open } from 'node:fs/promises';
import type { Stats } from 'node:fs';

import { FaultyRules, LIMITS } from './word-rule.js';
import { WordRules } from './word-rules.js';

export interface ReadRules {
  /** Changes with the file. */
  readonly version: string;
  readonly rules: WordRules;
}

/**
 * @param known the version that needs no reading
 * @returns undefined if the file has the known version
 * @throws FaultyRules, with the version that has the faults; an error of the file system
 */
export async function readRulesFile(path: string, known?: string): Promise<ReadRules | undefined> {
  const file = await open(path);
  try {
    const stats = await file.stat();
    const version = versionOf(stats);
    if (version === known) return undefined;
    if (stats.size > LIMITS.bytes) {
      throw new FaultyRules([`It has ${String(stats.size)} bytes, more than ${String(LIMITS.bytes)}.`], version);
    }
    return { version, rules: read(await file.readFile('utf8'), version) };
  } finally {
    await file.close();
  }
}

function read(text: string, version: string): WordRules {
  try {
    return WordRules.read(text);
  } catch (error) {
    throw error instanceof FaultyRules ? new FaultyRules(error.faults, version) : error;
  }
}

const versionOf = ({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string => [dev, ino, size, mtimeMs, ctimeMs].join(':');
