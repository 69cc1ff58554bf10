import { variablesOf } from './settings-part.js';
import type { SettingsPart } from './settings-part.js';

const HEADING = '# Every variable, with its default. Copy this file to .env and uncomment what you change.\n';

/**
 * The text of `.env.example`: every variable with its default and description. Operators read it from the top, so that
 * each variable keeps its place.
 * @param before the present text; a variable that it lacks follows the one before it in its part
 */
export function envExample(parts: readonly SettingsPart[], before: string): string {
  const variables = variablesOf(parts);
  const names = [...before.matchAll(/^#([A-Z]\w*)=/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name in variables);
  for (const part of parts) {
    for (const [at, name] of Object.keys(part.variables).entries()) {
      if (names.includes(name)) continue;
      const previous = Object.keys(part.variables)[at - 1];
      names.splice(previous === undefined ? names.length : names.indexOf(previous) + 1, 0, name);
    }
  }
  const entries = names.map((name) => {
    const { desc = '', default: value } = variables[name] ?? {};
    return `# ${desc}\n#${name}=${value?.toString() ?? ''}\n`;
  });
  return [HEADING, ...entries].join('\n');
}
