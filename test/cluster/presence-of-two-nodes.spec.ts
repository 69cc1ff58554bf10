import type { Presence } from '@parley/protocol';

import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import { connectMember } from '../support/messaging.js';
import { TwoNodes } from '../support/two-nodes.js';

/** A node that has not renewed its row for this long counts as dead. */
const DEAD_AFTER_MS = 20_000;

describe('presence of users on another node', () => {
  it('is correct while Redis is unreachable, and after that node was killed', async () => {
    const nodes = await TwoNodes.shared();
    const { here } = nodes;
    const there = await nodes.another();
    const { alice, bob } = await users(here, 'alice', 'bob');
    const phone = await alice.connect(here);
    const { device: bobDevice } = await connectMember(bob);
    await bobDevice.close();
    await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    const stands = async (): Promise<Presence | undefined> =>
      (await phone.request('presence.subscribe', { user_ids: [bob.id] })).data[0];
    await eventually(async () => (await stands())?.status === 'offline');

    nodes.cable.cut();
    const away = await bob.connect(there);
    const { data: online } = await phone.receive('presence.dispatch');
    expect(online).toMatchObject([{ user_id: bob.id, status: 'online' }]);
    nodes.cable.mend();

    await there.kill('SIGKILL');
    await away.closed();
    const { data: offline } = await phone.receive('presence.dispatch', undefined, DEAD_AFTER_MS + 10_000);
    expect(offline).toMatchObject([{ user_id: bob.id, status: 'offline', last_seen: online[0]!.last_seen }]);
  });
});
