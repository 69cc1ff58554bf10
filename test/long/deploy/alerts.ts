import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

export const deploy = join(import.meta.dirname, '../../../deploy');
export const RULES = join(deploy, 'prometheus/alerts.yml');

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook: string };
}

export const alerts: readonly Alert[] = (
  parse(readFileSync(RULES, 'utf8')) as { readonly groups: readonly { readonly rules: readonly Alert[] }[] }
).groups.flatMap(({ rules }) => rules);
