import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import type { GroupChat } from '@parley/protocol';

import { connectMember, createGroup, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';

const ROOT = join(import.meta.dirname, '../..');

/** A checkout whose packages are elsewhere, as a tool of deployment links them. @returns its program */
function linkedCheckout(folder: string): string {
  mkdirSync(folder);
  for (const part of ['package.json', 'dist/program', 'bin/initdb']) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'dist/program/main.js');
}

// A start after a kill removes the socket of the dead process, after which Node.js resolves links in another way.
it('a checkout with linked packages dispatches all messages after a kill', async () => {
  const serviceData = await newServiceData();
  const parley = await Service.start({}, serviceData, linkedCheckout(join(serviceData.folder, 'checkout')));
  const { alice, bob } = await users(parley, 'alice', 'bob');
  const room: GroupChat = await createGroup(await alice.connect(), [await connectMember(bob)]);
  await parley.restart('SIGKILL');
  const device = await alice.connect();
  const sent: number[] = [];
  for (const text of ['one', 'two', 'three']) sent.push((await sendMessage(device, room, text)).seq);
  expect(sent.map((seq) => seq - sent[0]!)).toEqual([0, 1, 2]);
  expect((await fetch(`${parley.url}/metrics`)).status).toBe(200);
  await parley.stop();
});
