import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parley } from './command.js';
import type { Django } from './django.js';
import type { ServiceData } from './service-data.js';

interface Counts {
  readonly source: number;
  readonly copied: number;
  readonly already_there: number;
  readonly left_out: number;
}

interface Reasons {
  readonly kind: string;
  readonly reason: string;
  readonly count: number;
  readonly ids: readonly string[];
}

export interface ImportReport {
  readonly dry_run: boolean;
  readonly kinds: Readonly<Record<string, Counts>>;
  readonly left_out: readonly Reasons[];
  readonly changed: readonly Reasons[];
}

/** Runs `parley import django` from this source into this database. */
export async function importDjango(
  django: Django,
  serviceData: ServiceData,
  ...words: string[]
): Promise<ImportReport> {
  return (await parley(serviceData, 'import', 'django', '--from', django.url, ...words)) as ImportReport;
}

/** The number of copied rows of each kind. */
export const copiedIn = ({ kinds }: ImportReport): Record<string, number> =>
  Object.fromEntries(Object.entries(kinds).map(([kind, { copied }]) => [kind, copied]));

/** `kind: reason`, each with its count. */
export const reasonsIn = (reasons: readonly Reasons[]): Record<string, number> =>
  Object.fromEntries(reasons.map(({ kind, reason, count }) => [`${kind}: ${reason}`, count]));

/** The ids of one kind in a list that the command has written. */
export function listedIn(serviceData: ServiceData, file: string, kind: string): string[] {
  const [, ...lines] = readFileSync(join(serviceData.folder, file), 'utf8').trimEnd().split('\n');
  return lines.map((line) => line.split(',')).flatMap(([of, id]) => (of === kind ? [id!] : []));
}
