import { randomUUID } from 'node:crypto';

import { confinedToRoom } from '@parley/realtime/frame';
import type { Connection, Group, Hub } from '@parley/realtime/hub';
import { OutboundFrame, roomGroup, userGroup } from '@parley/realtime/hub';

import { eventually } from '../support/eventually.js';

/** Nodes that hear one another, from the one that a test stands on to the farthest. */
export interface Nodes {
  readonly hubs: readonly [Hub, ...Hub[]];
  close(): Promise<void>;
}

/** A connection that remembers what it was told. */
export class Ear implements Connection {
  readonly id = randomUUID();
  readonly heard: unknown[] = [];

  static on(hub: Hub, ...groups: Group[]): Ear {
    const ear = new Ear();
    hub.add(ear, groups);
    return ear;
  }

  deliver(frame: OutboundFrame): void {
    const { data } = JSON.parse(frame.wire.text) as { data: unknown };
    if (data !== PROBE) this.heard.push(data);
    else this.probed = true;
  }

  close(): void {
    throw new Error('A hub closes nothing by itself.');
  }

  /**
   * Waits until what `hub` says to the group is heard here. To subscribe on another node takes a moment, and what is
   * said before is lost: a hub promises no more.
   */
  async listensTo(hub: Hub, group: Group): Promise<void> {
    this.probed = false;
    await eventually(() => {
      hub.broadcast([group], saying(PROBE));
      return this.probed;
    });
  }

  private probed = false;
}

const PROBE = 'do you hear me?';

export const saying = (data: unknown): OutboundFrame => OutboundFrame.of({ eventType: 'test', data });
export const someRoom = (): Group => roomGroup(randomUUID());

/** Ids that no other user of the same Redis has. */
const someUser = (): number => Math.ceil(Math.random() * Number.MAX_SAFE_INTEGER);

/** What every hub promises, whatever carries its frames. */
export function aHub(open: () => Promise<Nodes>): void {
  let nodes: Nodes;
  let hub: Hub;

  beforeEach(async () => {
    nodes = await open();
    [hub] = nodes.hubs;
  });
  afterEach(() => nodes.close());

  it('says how many connections here heard a frame, with the one that hears it as an answer', () => {
    const heard: number[] = [];
    hub.onDelivery((hearers) => heard.push(hearers));
    const room = someRoom();
    const [one, both] = [Ear.on(hub, room), Ear.on(hub, room, userGroup(someUser()))];
    for (const except of [undefined, one.id]) hub.deliver([room], saying('to the room'), except);
    hub.deliver([someRoom()], saying('to nobody'));
    expect([one.heard.length, both.heard.length, heard]).toEqual([1, 2, [2, 2, 0]]);
  });

  it('delivers here at once and in the order called', () => {
    const room = someRoom();
    const ear = Ear.on(hub, room);
    const numbers = Array.from({ length: 1_000 }, (_, at) => at);
    for (const number of numbers) hub.broadcast([room], saying(number));
    expect(ear.heard).toEqual(numbers);
  });

  it('tells each connection once, even one that is in two of the groups', () => {
    const [room, user] = [someRoom(), userGroup(someUser())];
    const both = Ear.on(hub, room, user);
    const one = Ear.on(hub, user);
    hub.broadcast([room, user], saying('hello'));
    expect([both.heard, one.heard]).toEqual([['hello'], ['hello']]);
  });

  it('tells nobody outside the groups', () => {
    const stranger = Ear.on(hub, someRoom());
    hub.broadcast([someRoom()], saying('hello'));
    expect(stranger.heard).toEqual([]);
  });

  it('leaves one connection out where asked to', () => {
    const room = someRoom();
    const [asker, other] = [Ear.on(hub, room), Ear.on(hub, room)];
    hub.broadcast([room], saying('hello'), asker.id);
    expect([asker.heard, other.heard]).toEqual([[], ['hello']]);
  });

  it("joins every connection of the named users to a room, and nobody else's", () => {
    const [user, room] = [someUser(), someRoom()];
    const [phone, laptop] = [Ear.on(hub, userGroup(user)), Ear.on(hub, userGroup(user))];
    const stranger = Ear.on(hub, userGroup(someUser()));
    hub.joinAll([userGroup(user)], room);
    hub.broadcast([room], saying('welcome'));
    expect([phone.heard, laptop.heard, stranger.heard]).toEqual([['welcome'], ['welcome'], []]);
  });

  it("takes every connection of the named users out of a room, and nobody else's", () => {
    const [user, room] = [someUser(), someRoom()];
    const [phone, laptop] = [Ear.on(hub, userGroup(user), room), Ear.on(hub, userGroup(user), room)];
    const other = Ear.on(hub, userGroup(someUser()), room);
    hub.leaveAll([userGroup(user)], room);
    hub.broadcast([room], saying('between us'));
    hub.broadcast([userGroup(user)], saying('farewell'));
    expect([phone.heard, laptop.heard, other.heard]).toEqual([['farewell'], ['farewell'], ['between us']]);
  });

  it('moves and tells nobody where no group is named', () => {
    const room = someRoom();
    const ear = Ear.on(hub, room);
    hub.leaveAll([], room);
    hub.broadcast([], saying('to nobody'));
    hub.broadcast([room], saying('hello'));
    expect(ear.heard).toEqual(['hello']);
  });

  it('lets only those read a part of a frame who are in its group', () => {
    const [room, source, elsewhere] = [someRoom(), randomUUID(), randomUUID()];
    const [insider, outsider] = [Ear.on(hub, room, roomGroup(source)), Ear.on(hub, room)];
    const both = Ear.on(hub, room, roomGroup(source), roomGroup(elsewhere));
    const data = [confinedToRoom(source, { text: '"quoted" null' }), 'between', null, confinedToRoom(elsewhere, ['x'])];
    hub.broadcast([room], saying(data));
    expect(outsider.heard).toEqual([[null, 'between', null, null]]);
    expect(insider.heard).toEqual([[{ text: '"quoted" null' }, 'between', null, null]]);
    expect(both.heard).toEqual([[{ text: '"quoted" null' }, 'between', null, ['x']]]);
    expect(JSON.stringify(data)).toBe('[null,"between",null,null]');
  });

  it('knows which groups it serves, and says when one opens and closes', () => {
    const [room, user] = [someRoom(), userGroup(someUser())];
    const changes: string[] = [];
    hub.onGroups({
      opened: (group) => changes.push(`${group} opened`),
      closed: (group) => changes.push(`${group} closed`),
    });
    const [one, other] = [Ear.on(hub, room, user), Ear.on(hub, room)];
    expect([hub.isServed(room), hub.isIn(one.id, user), hub.isIn(other.id, user)]).toEqual([true, true, false]);
    hub.remove(one);
    hub.leaveAll([room], room);
    expect([hub.isServed(room), hub.isIn(other.id, room)]).toEqual([false, false]);
    expect(changes).toEqual([`${room} opened`, `${user} opened`, `${user} closed`, `${room} closed`]);
  });

  it('tells a connection nothing more once it is removed', () => {
    const room = someRoom();
    const ear = Ear.on(hub, room);
    hub.remove(ear);
    hub.broadcast([room], saying('hello'));
    expect(ear.heard).toEqual([]);
    expect(hub.connection(ear.id)).toBeUndefined();
  });

  it('knows the connections of this node', () => {
    const ear = Ear.on(hub);
    expect(hub.connection(ear.id)).toBe(ear);
    expect(hub.connection(randomUUID())).toBeUndefined();
  });

  it('tells its own node at once what it tells the nodes', () => {
    const heard: unknown[] = [];
    const topic = randomUUID();
    hub.onNodes(topic, (payload) => heard.push(payload));
    hub.tellNodes(topic, { user: 7 });
    expect(heard).toEqual([{ user: 7 }]);
  });

  it('lets one listener have a topic', () => {
    const topic = randomUUID();
    hub.onNodes(topic, () => undefined);
    expect(() => {
      hub.onNodes(topic, () => undefined);
    }).toThrow('two listeners');
  });
}

/** What it promises beyond that where there are two nodes. */
export function aHubOfTwoNodes(open: () => Promise<Nodes>): void {
  let nodes: Nodes;
  let here: Hub;
  let there: Hub;

  beforeEach(async () => {
    nodes = await open();
    [here, there] = nodes.hubs as [Hub, Hub];
  });
  afterEach(() => nodes.close());

  it('delivers to connections of the other node in the order called, each frame once', async () => {
    const room = someRoom();
    const [near, far] = [Ear.on(here, room), Ear.on(there, room)];
    await far.listensTo(here, room);
    const numbers = Array.from({ length: 1_000 }, (_, at) => at);
    for (const number of numbers) here.broadcast([room], saying(number));
    await eventually(() => far.heard.length >= numbers.length);
    expect(far.heard).toEqual(numbers);
    expect(near.heard).toEqual(numbers);
  });

  it('tells a far connection once, even one that is in two of the groups', async () => {
    const [room, user] = [someRoom(), userGroup(someUser())];
    const far = Ear.on(there, room, user);
    await far.listensTo(here, room);
    here.broadcast([room, user], saying('hello'));
    here.broadcast([room, user], saying('bye'));
    await eventually(() => far.heard.includes('bye'));
    expect(far.heard).toEqual(['hello', 'bye']);
  });

  it('tells the other node what it says to those that have connections in a group', async () => {
    const [room, topic] = [someRoom(), randomUUID()];
    const heard: unknown[] = [];
    there.onNodes(topic, (payload) => heard.push(payload));
    here.onNodes(topic, () => heard.push('heard by the node that said it'));
    const far = Ear.on(there, room);
    await far.listensTo(here, room);
    here.tellOthers([room], topic, { number: 1 });
    here.broadcast([room], saying('a frame between'));
    here.tellOthers([room, userGroup(someUser())], topic, { number: 2 });
    await eventually(() => heard.length >= 2 && far.heard.length > 0);
    expect(heard).toEqual([{ number: 1 }, { number: 2 }]);
    expect(far.heard).toEqual(['a frame between']);
  });

  it('lets only those read a part of a frame on the other node who are in its group', async () => {
    const [room, source] = [someRoom(), randomUUID()];
    const [insider, outsider] = [Ear.on(there, room, roomGroup(source)), Ear.on(there, room)];
    await insider.listensTo(here, room);
    await outsider.listensTo(here, room);
    here.broadcast([room], saying({ part: confinedToRoom(source, 'secret') }));
    await eventually(() => insider.heard.length > 0 && outsider.heard.length > 0);
    expect([insider.heard, outsider.heard]).toEqual([[{ part: 'secret' }], [{ part: null }]]);
  });

  it('tells the other node what it tells the nodes', async () => {
    const heard: unknown[] = [];
    const topic = randomUUID();
    there.onNodes(topic, (payload) => heard.push(payload));
    await eventually(() => {
      here.tellNodes(topic, { user: 7 });
      return heard.length > 0;
    });
    expect(heard[0]).toEqual({ user: 7 });
  });
}
