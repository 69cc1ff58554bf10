import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import { unpackRelease } from '../../previous-release/unpack.js';
import { parley } from '../../support/command.js';
import { connectMember, createGroup, historyOf, sendMessage } from '../../support/messaging.js';
import { permittedMessages } from '../../support/contract.js';
import { users } from '../../support/people.js';
import { newServiceData } from '../../support/service-data.js';
import { Service } from '../../support/service.js';

const ENV = { SERVE_DOCS: 'off', WEB_CLIENT: 'off' };

it('an embedded database goes back to 0.2 by migrate down --to, and not by a start of 0.2 alone', async () => {
  const serviceData = await newServiceData();
  const previous = unpackRelease(mkdtempSync(join(serviceData.folder, 'release-')));
  const of02 = ['roomcreate.dispatch', 'message.dispatch', 'chat.notifications', 'roommessages.dispatch'];
  for (const name of of02) permittedMessages.add(name);

  const unaware = await Service.start(ENV, serviceData, previous.main);
  const { alice } = await users(unaware, 'alice');
  const refused = await (await alice.connect()).expectRefused('room.create', { type: 'GroupChat', name: 'Friends' });
  expect(refused.code).toBe(4006);
  await unaware.kill('SIGTERM');

  await parley(serviceData, 'migrate', 'down', '--to', '0.2', '--yes');
  const older = await Service.start(ENV, serviceData, previous.main);
  const { bob, carol } = await users(older, 'bob', 'carol');
  const device = await bob.connect(older);
  const room = await createGroup(device, [await connectMember(carol)]);
  await sendMessage(device, room, 'written with 0.2');
  await older.kill('SIGTERM');

  const newer = await Service.start(ENV, serviceData);
  await expect(historyOf(await bob.connect(newer), room)).resolves.toMatchObject([{ content: 'written with 0.2' }]);
  await newer.stop();
  for (const name of of02) permittedMessages.delete(name);
});
