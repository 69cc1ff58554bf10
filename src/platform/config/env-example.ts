import { variables } from './variables.js';

/** The text of `.env.example`: every variable with its default and description. */
export function envExample(): string {
  const entries = Object.entries(variables).map(([name, { desc = '', ...spec }]) => {
    const value: string | number | boolean | string[] | undefined = spec.default;
    return `# ${desc}\n#${name}=${value === undefined ? '' : value.toString()}\n`;
  });
  return [
    '# Every variable, with its default. Copy this file to .env and uncomment what you change.\n',
    ...entries,
  ].join('\n');
}
