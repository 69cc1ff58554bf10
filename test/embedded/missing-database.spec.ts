import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';

import { outcomeOf, parley } from '../support/command.js';
import { emptyServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

interface Entry {
  readonly name: string;
  readonly commands: readonly Entry[];
}

const ID = '0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40';

/**
 * The commands that create a database, those that need none, and `import` and `move`, which read another database
 * before.
 */
const OTHERS = ['users create', 'users import', 'migrate up', 'restore', 'import django', 'move', 'push keys'].concat(
  'rules test',
);

/** All other commands, and their words. `verify` gets an address besides. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'users list': [],
  'users activate': ['ada'],
  'users deactivate': ['ada'],
  'users delete': ['ada', '--yes'],
  'users set-password': ['ada', '--password', 'a secret'],
  'users show': ['ada'],
  'users rename': ['ada', 'ada.lovelace'],
  'users update': ['ada', '--last-name', 'Lovelace'],
  'users reset-second-factor': ['ada'],
  'users encrypt-second-factors': [],
  'users export': ['ada'],
  'users erase': ['ada', '--yes'],
  'tokens issue': ['ada'],
  'tokens revoke': ['ada'],
  'keys create': ['--name', 'x', '--scopes', 'act-as-anybody'],
  'keys list': [],
  'keys revoke': [ID],
  'rooms list': [],
  'rooms show': [ID],
  'rooms add-member': [ID, 'ada'],
  'rooms rename': [ID, 'Town square'],
  'rooms set-owner': [ID, 'ada'],
  'rooms check': [ID],
  'rooms restrictions': [ID],
  'rooms delete': [ID, '--yes'],
  'rooms hold': [ID],
  'rooms release': [ID],
  'rooms retention': [ID, '30'],
  'messages purge': ['--older-than', '1d', '--yes'],
  'messages trace': [ID, 'ada'],
  'sessions list': [],
  'sessions close': ['ada'],
  'mail list': [],
  'mail test': ['ada@example.com'],
  'push list': [],
  'push test': ['ada'],
  'audit list': [],
  'audit export': [],
  'audit verify': [],
  'users set-role': ['ada', 'moderator'],
  'users kind': ['ada', 'guest'],
  'reports list': [],
  'reports show': [ID],
  'reports resolve': [ID, '--action', 'dismiss'],
  'webhooks create': ['http://127.0.0.1/'],
  'webhooks list': [],
  'webhooks delete': [ID, '--dry-run'],
  'webhooks enable': [ID],
  'webhooks disable': [ID],
  'webhooks test': [ID],
  'webhooks deliveries': [],
  'webhooks replay': ['--since', '1h'],
  'settings list': [],
  'settings get': ['preset'],
  'settings set': ['preset', 'team'],
  'settings unset': ['preset'],
  'invitations create': [],
  'invitations list': [],
  'invitations revoke': [ID],
  stats: [],
  'migrate down': ['--yes'],
  'migrate status': [],
  backup: ['parley.backup'],
  verify: [],
  'files list': [],
  'files show': [ID],
  'files purge': ['--orphans', '--yes'],
  'epoch new': [],
  'epoch list': [],
  'database compact': [],
  'database distribute': [],
};

const table = JSON.parse(readFileSync(join(import.meta.dirname, '../../dist/program/commands.json'), 'utf8')) as Entry;
const leaves = (entry: Entry, path: readonly string[] = []): string[] =>
  entry.commands.length === 0
    ? [path.join(' ')]
    : entry.commands.flatMap((command) => leaves(command, [...path, command.name]));

let serviceData: ServiceData;
/** Answers at the address that `verify` is given. */
let listener: Server;

beforeAll(async () => {
  listener = createServer((_, response) => response.writeHead(404).end());
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const empty = await emptyServiceData();
  // So that secrets would be created.
  serviceData = { ...empty, env: { ...empty.env, JWT_SECRET: '' } };
});
afterAll(async () => {
  listener.close();
  await serviceData.remove();
});

it('the specs of a missing database name every command', () => {
  const named = [...OTHERS, ...Object.keys(WORDS)];
  expect([...named].sort()).toEqual(leaves(table).sort());
});

/** Expects that a command creates nothing in this data folder, which has no database. */
async function refuses(command: string, folder: string): Promise<void> {
  const place = { ...serviceData, env: { ...serviceData.env, DATA_DIR: folder } };
  const url = `ws://127.0.0.1:${String((listener.address() as AddressInfo).port)}`;
  const words = WORDS[command]!;
  const given = command === 'verify' ? [...words, '--url', url] : words;
  await expect(outcomeOf(place, ...command.split(' '), ...given)).resolves.toEqual({
    code: 1,
    stdout: '',
    stderr:
      `There is no database in the data folder ${folder}: ` +
      'set DATA_DIR, or create a database with "parley migrate up".\n',
  });
  expect(readdirSync(serviceData.folder)).not.toContain('parley.backup');
}

it.each(Object.keys(WORDS))('parley %s refuses to create a database in a missing data folder', async (command) => {
  const folder = join(serviceData.folder, 'missing');
  await refuses(command, folder);
  expect(existsSync(folder)).toBe(false);
});

it.each(['users list', 'migrate status', 'backup'])(
  'parley %s refuses to create a database in an empty data folder',
  async (command) => {
    const folder = join(serviceData.folder, 'empty');
    mkdirSync(folder, { recursive: true });
    await refuses(command, folder);
    expect(readdirSync(folder)).toEqual([]);
  },
);

it('parley migrate up creates the database, and then other commands run', async () => {
  const place = { ...serviceData, env: { ...serviceData.env, DATA_DIR: join(serviceData.folder, 'new') } };
  await parley(place, 'migrate', 'up');
  await expect(parley(place, 'users', 'list')).resolves.toEqual([]);
});
