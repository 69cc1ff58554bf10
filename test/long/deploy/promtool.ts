import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { stringify } from 'yaml';

/** @throws Error with what it found */
export function promtool(...words: string[]): string {
  try {
    return execFileSync('promtool', words, { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`promtool ${words.slice(0, 2).join(' ')} found:\n${stdout}${stderr}`, { cause: error });
  }
}

/** Files of YAML in a folder of their own, for as long as they are used. */
export function withFiles<Result>(files: Readonly<Record<string, unknown>>, use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'parley-promtool-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), stringify(content));
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
