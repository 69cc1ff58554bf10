import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import { unpackRelease } from '../../previous-release/unpack.js';
import { parley } from '../../support/command.js';
import { connectMember, createGroup, historyOf, sendMessage } from '../../support/messaging.js';
import { users } from '../../support/people.js';
import { newServiceData } from '../../support/service-data.js';
import { Service } from '../../support/service.js';

const ENV = { SERVE_DOCS: 'off', WEB_CLIENT: 'off' };

it('an embedded database goes back to the previous release, and on again', async () => {
  const serviceData = await newServiceData();
  const previous = unpackRelease(mkdtempSync(join(serviceData.folder, 'release-')));
  const newer = await Service.start(ENV, serviceData);
  const { alice } = await users(newer, 'alice');
  await newer.kill('SIGTERM');

  await parley(serviceData, 'migrate', 'down', '--to', '0.3', '--yes');
  const older = await Service.start(ENV, serviceData, previous.main);
  const { bob } = await users(older, 'bob');
  const device = await alice.connect(older);
  const room = await createGroup(device, [await connectMember(bob)]);
  await sendMessage(device, room, 'written with the previous release');
  await older.kill('SIGTERM');

  const again = await Service.start(ENV, serviceData);
  await expect(historyOf(await bob.connect(again), room)).resolves.toMatchObject([
    { content: 'written with the previous release' },
  ]);
  await again.stop();
});
