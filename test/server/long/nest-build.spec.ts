import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createGroup, connectMember } from '../../support/messaging.js';
import { users } from '../../support/people.js';
import { Service } from '../../support/service.js';

const ROOT = join(import.meta.dirname, '../../..');

it('the program that the command line of Nest builds is the service', { timeout: 300_000 }, async () => {
  await promisify(execFile)('npx', ['nest', 'build'], { cwd: ROOT });
  const parley = await Service.start({}, undefined, join(ROOT, 'dist/nest/src/main.js'));
  try {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const [phone, others] = [await alice.connect(), await connectMember(bob)];
    const room = await createGroup(phone, [others]);
    const { data } = await phone.request('message.send', { room_id: room.id, content: 'Hello' });
    expect(data).toMatchObject({ content: 'Hello' });
  } finally {
    await parley.stop();
  }
});
