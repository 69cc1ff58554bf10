import { Hub } from '@parley/realtime/hub';
import { Adapter } from 'socket.io-adapter';

import { describeHub, FakeConnection, frameOf, someRoom } from './hub-contract.js';

describe('a hub without other nodes', () => {
  describeHub(() => {
    const hub = new Hub();
    return Promise.resolve({ hubs: [hub], close: () => hub.close() });
  });
});

describe('a hub with an adapter', () => {
  it('joins each group as one member, so that the adapter never loops over connections', async () => {
    let adapter: Adapter | undefined;
    const hub = new Hub({ adapter: (namespace) => (adapter = new Adapter(namespace)) });
    const room = someRoom();
    const connections = Array.from({ length: 100 }, () => FakeConnection.open(hub, room));
    hub.broadcast([room], frameOf('hello'));
    expect(connections.map(({ received }) => received)).toEqual(connections.map(() => ['hello']));
    const members = await adapter?.fetchSockets({ rooms: new Set([room]), except: new Set() });
    expect(members).toHaveLength(1);
    for (const connection of connections) hub.remove(connection);
    expect(await adapter?.fetchSockets({ rooms: new Set([room]), except: new Set() })).toEqual([]);
    await hub.close();
  });
});
