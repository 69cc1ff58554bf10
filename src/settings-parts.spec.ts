import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { envExample } from './platform/config/env-example.js';
import { faultsOf } from './platform/config/faults.fake.js';
import { readConfig } from './platform/config/read-config.js';
import { settingsParts } from './settings-parts.js';

const tokensOf = (parts: typeof settingsParts): string[] => parts.map(({ token }) => token.name).sort();

/** The classes of settings that files of parts declare. */
const declared = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.settings.ts'))
  .flatMap((file) => [
    ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(
      /^export const \w+ = settingsPart\(\{\n {2}token: (\w+)/gm,
    ),
  ])
  .map(([, token = '']) => token)
  .sort();

describe('the parts of the configuration', () => {
  it('are all listed, once', () => expect(tokensOf(settingsParts)).toEqual(declared));

  it('share a variable as one object', () => {
    const seen = new Map<string, unknown>();
    for (const [name, variable] of settingsParts.flatMap(({ variables }) => Object.entries(variables))) {
      expect(seen.get(name) ?? variable, name).toBe(variable);
      seen.set(name, variable);
    }
  });

  it('tell clients each limit once', () => {
    const settings = readConfig(settingsParts, { JWT_SECRET: 's'.repeat(64) });
    const told = settingsParts.flatMap((part) => Object.keys(part.clientLimits?.(settings.of(part.token)) ?? {}));
    expect(told).toEqual([...new Set(told)]);
    expect(Object.keys(settings.clientLimits())).toEqual(told);
  });

  it('reports all invalid variables together, without their values', () => {
    const faults = faultsOf(settingsParts, {
      ALLOWED_HOSTS: 'https://hunter2.example/path',
      PORT: 'hunter2',
      DATABASE_URL: 'mysql://root:hunter2@db/chat',
      NODE_ENV: 'production',
      ACCESS_TOKEN_LIFETIME: 'hunter2',
      LOG_LEVEL: 'hunter2',
      REQUIRE_ORIGIN: 'hunter2',
      JWT_PUBLIC_KEY: 'hunter2',
    });
    for (const name of [
      'JWT_SECRET',
      'ALLOWED_HOSTS',
      'PORT',
      'DATABASE_URL',
      'ACCESS_TOKEN_LIFETIME',
      'LOG_LEVEL',
      'REQUIRE_ORIGIN',
      'JWT_PUBLIC_KEY',
    ]) {
      expect(faults).toContain(`${name}: `);
    }
    expect(faults).not.toContain('hunter2');
  });

  it('have the stored settings of the table of the documentation', () => {
    const table = readFileSync('docs/administration.md', 'utf8').split('\n| Setting ')[1]!.split('\n\n')[0]!;
    const rows = [...table.matchAll(/^\| `(\w+)` +\| `(\w+)` +\| (\S+) +\| (\S*) +\|$/gm)];
    const stored = settingsParts.flatMap((part) => Object.entries(part.stored ?? {}));
    expect(rows.map(([, name, variable]) => [name, variable])).toEqual(
      stored.map(([name, { variable }]) => [name, variable]),
    );
    const { stored: product } = readConfig(settingsParts, { JWT_SECRET: 's'.repeat(64) });
    const { stored: team } = readConfig(settingsParts, { JWT_SECRET: 's'.repeat(64), PRESET: 'team' });
    for (const [, name = '', , byDefault, forTeam] of rows) {
      const shown = [product, team].map((values) => `\`${[values.value(name) ?? []].flat().join(',')}\``);
      const told = [byDefault === 'none' ? '``' : byDefault, forTeam];
      if (name !== 'preset') expect([name, ...shown]).toEqual([name, told[0], told[1] === '' ? told[0] : told[1]]);
    }
  });

  it('are described by .env.example', () => {
    const present = readFileSync('.env.example', 'utf8');
    expect(envExample(settingsParts, present), 'npm run env:example').toBe(present);
  });
});
