import { randomBytes } from 'node:crypto';
import { once } from 'node:events';

import { commandsOf, ranBy } from '../../docs/commands.js';
import { kindOf } from '../../docs/kinds.js';
import { blocksOf } from '../../docs/pages.js';
import { Shell } from '../../docs/shell.js';
import { eventually } from '../../support/eventually.js';
import { users } from '../../support/people.js';
import { newServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { prepared } from '../../support/run.js';
import { Service } from '../../support/service.js';
import { createGroup, historyOf, connectMember, sendMessage } from '../../support/messaging.js';

const commands = blocksOf('docs/backup.md')
  .filter((block) => kindOf(block) === 'commands')
  .flatMap(commandsOf)
  .filter((command) => (ranBy(command) ?? '').includes('documented-backup'));

let serviceData: ServiceData;
let shell: Shell;
let restored: URL;

beforeEach(async () => {
  serviceData = await newServiceData();
  const { url, prefix } = prepared('postgres');
  restored = new URL(url);
  restored.pathname = `/${prefix}${randomBytes(4).toString('hex')}`;
  const { hostname, port, username, password } = restored;
  shell = new Shell(serviceData, undefined, {
    PGPASSWORD: decodeURIComponent(password),
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
  });
});

afterEach(async () => {
  await shell.run(`dropdb --if-exists --force ${restored.pathname.slice(1)}`);
  await serviceData.remove();
});

/** The documented command with the addresses of the test's server. */
const real = (command: string): string =>
  command
    .replaceAll('postgres://USER:PASSWORD@HOST/parley', restored.href)
    .replace('--host=HOST --username=USER parley', restored.pathname.slice(1));

/** Runs the last command, which starts the service, until the service listens. */
async function starts(command: string): Promise<void> {
  const service = shell.begin(`exec env ${command}`);
  let printed = '';
  for (const stream of [service.stdout, service.stderr])
    stream.on('data', (text: Buffer) => (printed += text.toString()));
  const ended = once(service, 'close');
  await eventually(() => printed.includes('Parley listens on') || service.exitCode !== null);
  service.kill('SIGTERM');
  expect([(await ended)[0], printed]).toEqual([0, expect.stringContaining('Parley listens on')]);
}

it('the commands of docs/backup.md make a backup, restore it, and find all data in it', async () => {
  const before = await Service.start({}, serviceData);
  const { alice, bob } = await users(before, 'alice', 'bob');
  const phone = await alice.connect();
  const room = await createGroup(phone, [await connectMember(bob)]);
  await sendMessage(phone, room, 'Keep this');

  expect(commands.map((command) => command.split(' ')[0])).toEqual([
    'pg_dump',
    'createdb',
    'pg_restore',
    expect.stringContaining('DATABASE_URL='),
    expect.stringContaining('DATABASE_URL='),
  ]);
  const [dump = '', ...others] = commands.map(real);
  await shell.run(dump);
  const lost = await sendMessage(phone, room, 'This is lost');
  const { meta } = await phone.request('session.sync', { rooms: { [room.id]: lost.seq } });
  await before.stop();
  for (const command of others) {
    if (command.endsWith('npm start')) await starts(command);
    else await shell.run(command);
  }

  const after = await Service.start({ DATABASE_URL: restored.href }, serviceData);
  try {
    const device = await alice.connect(after);
    expect((await historyOf(device, room)).map(({ content }) => content)).toEqual(['Keep this']);
    // The tables are in another database, so an epoch has begun, in which the lost number belongs to another message.
    expect((await sendMessage(device, room, 'Another')).seq).toBe(lost.seq);
    const { epoch } = meta as { epoch: string };
    const { data } = await device.request('session.sync', { rooms: { [room.id]: lost.seq }, epoch });
    expect(data.rooms).toMatchObject([{ reset: true, messages: [{ content: 'Keep this' }, { content: 'Another' }] }]);
  } finally {
    await after.stop();
  }
  // Three starts of the service, a dump and a restore.
}, 240_000);
