import { randomUUID } from 'node:crypto';

import type { Connection, Group, Hub } from '@parley/realtime/hub';
import { OutboundFrame, roomGroup, userGroup } from '@parley/realtime/hub';
import { restrictedToRoom } from '@parley/realtime/restricted-part';

import { eventually } from '../support/eventually.js';

/** The hubs of one deployment's nodes; tests call the first one. */
export interface Nodes {
  readonly hubs: readonly [Hub, ...Hub[]];
  close(): Promise<void>;
}

/** A connection that records what it receives. */
export class FakeConnection implements Connection {
  readonly id = randomUUID();
  readonly received: unknown[] = [];

  static open(hub: Hub, ...groups: Group[]): FakeConnection {
    const connection = new FakeConnection();
    hub.add(connection, groups);
    return connection;
  }

  deliver(frame: OutboundFrame): void {
    const { data } = JSON.parse(frame.serialised.text) as { data: unknown };
    if (data !== PROBE) this.received.push(data);
    else this.probed = true;
  }

  close(): void {
    throw new Error('the hub must not close connections');
  }

  /**
   * Waits until frames of `hub` for the group arrive. A subscription on another node takes a moment, and frames before
   * it are lost: a hub promises no more.
   */
  async receivesFrom(hub: Hub, group: Group): Promise<void> {
    this.probed = false;
    await eventually(() => {
      hub.broadcast([group], frameOf(PROBE));
      return this.probed;
    });
  }

  private probed = false;
}

const PROBE = 'probe';

export const frameOf = (data: unknown): OutboundFrame => OutboundFrame.from({ eventType: 'test', data });
export const someRoom = (): Group => roomGroup(randomUUID());

/** A random id, which no other user of the same Redis has. */
const someUser = (): number => Math.ceil(Math.random() * Number.MAX_SAFE_INTEGER);

/** The tests that every hub must pass. */
export function describeHub(open: () => Promise<Nodes>): void {
  let nodes: Nodes;
  let hub: Hub;

  beforeEach(async () => {
    nodes = await open();
    [hub] = nodes.hubs;
  });
  afterEach(() => nodes.close());

  it('reports how many connections of this node received a frame, the requester included', () => {
    const delivered: number[] = [];
    hub.onDelivery((connections) => delivered.push(connections));
    const room = someRoom();
    const [one, both] = [FakeConnection.open(hub, room), FakeConnection.open(hub, room, userGroup(someUser()))];
    for (const except of [undefined, one.id]) hub.deliver([room], frameOf('to the room'), except);
    hub.deliver([someRoom()], frameOf('to nobody'));
    expect([one.received.length, both.received.length, delivered]).toEqual([1, 2, [2, 2, 0]]);
  });

  it('delivers to connections of this node at once and in the order of the calls', () => {
    const room = someRoom();
    const connection = FakeConnection.open(hub, room);
    const numbers = Array.from({ length: 1_000 }, (_, at) => at);
    for (const number of numbers) hub.broadcast([room], frameOf(number));
    expect(connection.received).toEqual(numbers);
  });

  it('sends a frame once to a connection that is in two of its groups', () => {
    const [room, user] = [someRoom(), userGroup(someUser())];
    const both = FakeConnection.open(hub, room, user);
    const one = FakeConnection.open(hub, user);
    hub.broadcast([room, user], frameOf('hello'));
    expect([both.received, one.received]).toEqual([['hello'], ['hello']]);
  });

  it('sends nothing to connections outside the groups', () => {
    const outsider = FakeConnection.open(hub, someRoom());
    hub.broadcast([someRoom()], frameOf('hello'));
    expect(outsider.received).toEqual([]);
  });

  it('does not send to the excepted connection', () => {
    const room = someRoom();
    const [origin, other] = [FakeConnection.open(hub, room), FakeConnection.open(hub, room)];
    hub.broadcast([room], frameOf('hello'), origin.id);
    expect([origin.received, other.received]).toEqual([[], ['hello']]);
  });

  it('leaves out the connections of a group that a frame is not for', () => {
    const [room, user] = [someRoom(), userGroup(someUser())];
    const [left, other] = [FakeConnection.open(hub, room, user), FakeConnection.open(hub, room)];
    hub.broadcast([room, someRoom()], new OutboundFrame({ ...frameOf('hello').serialised, notFor: user }));
    expect([left.received, other.received]).toEqual([[], ['hello']]);
  });

  it('joins every connection of the named users to a room, and no others', () => {
    const [user, room] = [someUser(), someRoom()];
    const [phone, laptop] = [FakeConnection.open(hub, userGroup(user)), FakeConnection.open(hub, userGroup(user))];
    const outsider = FakeConnection.open(hub, userGroup(someUser()));
    hub.joinAll([userGroup(user)], room);
    hub.broadcast([room], frameOf('welcome'));
    expect([phone.received, laptop.received, outsider.received]).toEqual([['welcome'], ['welcome'], []]);
  });

  it('removes every connection of the named users from a room, and no others', () => {
    const [user, room] = [someUser(), someRoom()];
    const [phone, laptop] = [
      FakeConnection.open(hub, userGroup(user), room),
      FakeConnection.open(hub, userGroup(user), room),
    ];
    const other = FakeConnection.open(hub, userGroup(someUser()), room);
    hub.leaveAll([userGroup(user)], room);
    hub.broadcast([room], frameOf('between us'));
    hub.broadcast([userGroup(user)], frameOf('farewell'));
    expect([phone.received, laptop.received, other.received]).toEqual([['farewell'], ['farewell'], ['between us']]);
  });

  it('does nothing for an empty list of groups', () => {
    const room = someRoom();
    const connection = FakeConnection.open(hub, room);
    hub.leaveAll([], room);
    hub.broadcast([], frameOf('to nobody'));
    hub.broadcast([room], frameOf('hello'));
    expect(connection.received).toEqual(['hello']);
  });

  it('shows a restricted part to the members of its group only', () => {
    const [room, source, elsewhere] = [someRoom(), randomUUID(), randomUUID()];
    const [insider, outsider] = [FakeConnection.open(hub, room, roomGroup(source)), FakeConnection.open(hub, room)];
    const both = FakeConnection.open(hub, room, roomGroup(source), roomGroup(elsewhere));
    const data = [
      restrictedToRoom(source, { text: '"quoted" null' }),
      'between',
      null,
      restrictedToRoom(elsewhere, ['x']),
    ];
    hub.broadcast([room], frameOf(data));
    expect(outsider.received).toEqual([[null, 'between', null, null]]);
    expect(insider.received).toEqual([[{ text: '"quoted" null' }, 'between', null, null]]);
    expect(both.received).toEqual([[{ text: '"quoted" null' }, 'between', null, ['x']]]);
    expect(JSON.stringify(data)).toBe('[null,"between",null,null]');
  });

  it('knows which groups have connections, and reports when one opens and closes', () => {
    const [room, user] = [someRoom(), userGroup(someUser())];
    const changes: string[] = [];
    hub.onGroupChanges({
      opened: (group) => changes.push(`${group} opened`),
      closed: (group) => changes.push(`${group} closed`),
    });
    const [one, other] = [FakeConnection.open(hub, room, user), FakeConnection.open(hub, room)];
    expect([hub.hasConnectionsIn(room), hub.isIn(one.id, user), hub.isIn(other.id, user)]).toEqual([true, true, false]);
    hub.remove(one);
    hub.leaveAll([room], room);
    expect([hub.hasConnectionsIn(room), hub.isIn(other.id, room)]).toEqual([false, false]);
    expect(changes).toEqual([`${room} opened`, `${user} opened`, `${user} closed`, `${room} closed`]);
  });

  it('sends nothing to a connection after its removal', () => {
    const room = someRoom();
    const connection = FakeConnection.open(hub, room);
    hub.remove(connection);
    hub.broadcast([room], frameOf('hello'));
    expect(connection.received).toEqual([]);
    expect(hub.connection(connection.id)).toBeUndefined();
  });

  it('finds the connections of this node by id', () => {
    const connection = FakeConnection.open(hub);
    expect(hub.connection(connection.id)).toBe(connection);
    expect(hub.connection(randomUUID())).toBeUndefined();
  });

  it('hands a message for all nodes to its own listener at once', () => {
    const received: unknown[] = [];
    const topic = randomUUID();
    hub.subscribe(topic, (payload) => received.push(payload));
    hub.publishToNodes(topic, { user: 7 });
    expect(received).toEqual([{ user: 7 }]);
  });

  it('rejects a second listener of a topic', () => {
    const topic = randomUUID();
    hub.subscribe(topic, () => undefined);
    expect(() => hub.subscribe(topic, () => undefined)).toThrow('has a listener already');
  });
}

/** The further tests of hubs with two nodes. */
export function describeHubOfTwoNodes(open: () => Promise<Nodes>): void {
  let nodes: Nodes;
  let here: Hub;
  let there: Hub;

  beforeEach(async () => {
    nodes = await open();
    [here, there] = nodes.hubs as [Hub, Hub];
  });
  afterEach(() => nodes.close());

  it('delivers to connections of the other node in the order of the calls, each frame once', async () => {
    const room = someRoom();
    const [near, far] = [FakeConnection.open(here, room), FakeConnection.open(there, room)];
    await far.receivesFrom(here, room);
    const numbers = Array.from({ length: 1_000 }, (_, at) => at);
    for (const number of numbers) here.broadcast([room], frameOf(number));
    await eventually(() => far.received.length >= numbers.length);
    expect(far.received).toEqual(numbers);
    expect(near.received).toEqual(numbers);
  });

  it('sends a frame once to a connection of the other node that is in two of its groups', async () => {
    const [room, user] = [someRoom(), userGroup(someUser())];
    const far = FakeConnection.open(there, room, user);
    await far.receivesFrom(here, room);
    here.broadcast([room, user], frameOf('hello'));
    here.broadcast([room, user], frameOf('bye'));
    await eventually(() => far.received.includes('bye'));
    expect(far.received).toEqual(['hello', 'bye']);
  });

  it('leaves out the connections of the other node that a frame is not for', async () => {
    const [room, user] = [someRoom(), userGroup(someUser())];
    const far = FakeConnection.open(there, room, user);
    await far.receivesFrom(here, room);
    here.broadcast([room], new OutboundFrame({ ...frameOf('hello').serialised, notFor: user }));
    here.broadcast([room], frameOf('bye'));
    await eventually(() => far.received.includes('bye'));
    expect(far.received).toEqual(['bye']);
  });

  it('publishes a message once to the other node, if that has connections in a group', async () => {
    const [room, topic] = [someRoom(), randomUUID()];
    const received = new Set<unknown>();
    let count = 0;
    there.subscribe(topic, (payload) => {
      received.add((payload as { number: number }).number);
      count += 1;
    });
    here.subscribe(topic, () => received.add('received by the publisher'));
    const far = FakeConnection.open(there, room);
    await far.receivesFrom(here, room);
    here.publishToOthers([room], topic, { number: 1 });
    here.broadcast([room], frameOf('a frame between'));
    here.publishToOthers([room, userGroup(someUser())], topic, { number: 2 });
    await eventually(() => count >= 2 && far.received.length > 0);
    // Two sets of groups have no common order.
    expect([count, received]).toEqual([2, new Set([1, 2])]);
    expect(far.received).toEqual(['a frame between']);
  });

  it('shows a restricted part to the members of its group on the other node only', async () => {
    const [room, source] = [someRoom(), randomUUID()];
    const [insider, outsider] = [FakeConnection.open(there, room, roomGroup(source)), FakeConnection.open(there, room)];
    await insider.receivesFrom(here, room);
    await outsider.receivesFrom(here, room);
    here.broadcast([room], frameOf({ part: restrictedToRoom(source, 'secret') }));
    await eventually(() => insider.received.length > 0 && outsider.received.length > 0);
    expect([insider.received, outsider.received]).toEqual([[{ part: 'secret' }], [{ part: null }]]);
  });

  it('delivers to a connection of the other node that joins a group as the last one of it leaves', async () => {
    const room = someRoom();
    const first = FakeConnection.open(there, room);
    await first.receivesFrom(here, room);
    there.remove(first);
    const next = FakeConnection.open(there, room);
    // The first ones may arrive over the subscription that ends.
    await eventually(() => {
      here.broadcast([room], frameOf('hello'));
      return next.received.length >= 10;
    });
    expect(first.received).toEqual([]);
  });

  it('publishes a message for all nodes to the other node', async () => {
    const received: unknown[] = [];
    const topic = randomUUID();
    there.subscribe(topic, (payload) => received.push(payload));
    await eventually(() => {
      here.publishToNodes(topic, { user: 7 });
      return received.length > 0;
    });
    expect(received[0]).toEqual({ user: 7 });
  });
}
