import type { Presence } from '@parley/protocol';

import { eventually } from '../support/eventually.js';
import { people } from '../support/people.js';
import { onADevice } from '../support/talk.js';
import { TwoNodes } from '../support/two-nodes.js';

let nodes: TwoNodes;

beforeAll(async () => {
  nodes = await TwoNodes.start();
});
afterAll(() => nodes.stop());

describe('presence of users on another node', () => {
  it('is correct while Redis is unreachable, and after that node was killed', async () => {
    const { here, there } = nodes;
    const { alice, bob } = await people(here, 'alice', 'bob');
    const phone = await alice.arrives(here);
    const { device: bobs } = await onADevice(bob);
    await bobs.leaves();
    await phone.ask('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    const stands = async (): Promise<Presence | undefined> =>
      (await phone.ask('presence.subscribe', { user_ids: [bob.id] })).data[0];
    await eventually(async () => (await stands())?.status === 'offline');

    nodes.cable.cut();
    const away = await bob.arrives(there);
    const { data: online } = await phone.hears('presence.dispatch');
    expect(online).toMatchObject([{ user_id: bob.id, status: 'online' }]);
    nodes.cable.mend();

    await there.kill('SIGKILL');
    await away.closed();
    const { data: offline } = await phone.hears('presence.dispatch');
    expect(offline).toMatchObject([{ user_id: bob.id, status: 'offline', last_seen: online[0]!.last_seen }]);
  });
});
