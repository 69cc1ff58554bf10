import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { stringify } from 'yaml';

/** @throws Error with its complaints */
export function promtool(...words: string[]): string {
  try {
    return execFileSync('promtool', words, { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`promtool ${words.slice(0, 2).join(' ')} found:\n${stdout}${stderr}`, { cause: error });
  }
}

/** Writes YAML files to a temporary folder while they are used. */
export function withFiles<Result>(files: Readonly<Record<string, unknown>>, use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'parley-promtool-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), stringify(content));
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
