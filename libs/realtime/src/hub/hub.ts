import { randomUUID } from 'node:crypto';

import type { Adapter, BroadcastOptions } from 'socket.io-adapter';

import { AdapterNamespace } from './adapter-bridge.js';
import type { AdapterFactory, Packet } from './adapter-bridge.js';
import type { Connection } from './connection.js';
import type { Group } from './group.js';
import type { OutboundFrame } from './outbound-frame.js';

type NodeListener = (payload: unknown) => void;

/** Those who can be told something and moved between groups: everybody, or the connections of one node. */
export interface Audience {
  /**
   * Everybody in any of the groups hears the frame, once each, as they may read it.
   * @param except the id of a connection of this node that is left out
   */
  broadcast(groups: readonly Group[], frame: OutboundFrame, except?: string): void;
  /** Every connection that is in any of `groups` joins `joined` as well. */
  joinAll(groups: readonly Group[], joined: Group): void;
  /** Every connection that is in any of `groups` leaves `left`, and hears nothing more of it. */
  leaveAll(groups: readonly Group[], left: Group): void;
}

const JOIN = 'hub.join';
const LEAVE = 'hub.leave';

/**
 * Who is connected, in which groups, on every node. Knows connections and groups, and no other word.
 *
 * Delivery to this node's connections happens at once and in the order called, whatever the state of the
 * network between the nodes; delivery to other nodes is at most once. What is built above must number its
 * frames to see a loss.
 */
export class Hub implements Audience {
  readonly nodeId = randomUUID();
  /** The connections of this node, for what every node is told anyway. */
  readonly here: Audience = {
    broadcast: (groups, frame, except) => {
      this.deliverHere(new Set(groups), frame, except);
    },
    // To an adapter no group means everybody.
    joinAll: (groups, joined) => {
      if (groups.length > 0) this.adapter.addSockets(among(groups), [joined]);
    },
    leaveAll: (groups, left) => {
      if (groups.length > 0) this.adapter.delSockets(among(groups), [left]);
    },
  };
  private readonly connections = new Map<string, Connection>();
  private readonly listeners = new Map<string, NodeListener>();
  private readonly namespace: AdapterNamespace;
  private readonly adapter: Adapter;

  /**
   * @param factory makes the adapter that carries frames between nodes
   * @param isAlone whether there can be no other node, so that nothing needs to be published
   */
  constructor(
    factory: AdapterFactory,
    readonly isAlone: boolean,
  ) {
    this.namespace = new AdapterNamespace(this.nodeId, (topic, payload) => this.listeners.get(topic)?.(payload));
    this.adapter = factory(this.namespace);
    this.onNodes(JOIN, (payload) => {
      const { groups, joined } = payload as { groups: Group[]; joined: Group };
      this.here.joinAll(groups, joined);
    });
    this.onNodes(LEAVE, (payload) => {
      const { groups, left } = payload as { groups: Group[]; left: Group };
      this.here.leaveAll(groups, left);
    });
  }

  /** From here on the connection hears what its groups hear. */
  add(connection: Connection, groups: readonly Group[]): void {
    this.connections.set(connection.id, connection);
    this.namespace.add(connection, this.adapter);
    this.join(connection, groups);
  }

  join(connection: Connection, groups: readonly Group[]): void {
    void this.adapter.addAll(connection.id, new Set(groups));
  }

  remove(connection: Connection): void {
    this.adapter.delAll(connection.id);
    this.namespace.sockets.delete(connection.id);
    this.connections.delete(connection.id);
  }

  /** One connection of this node, if it is still open. */
  connection(id: string): Connection | undefined {
    return this.connections.get(id);
  }

  /** Says something to one connection of this node, if it is still open. */
  tell(connectionId: string, frame: OutboundFrame): void {
    this.connections.get(connectionId)?.deliver(this.readBy(connectionId, frame));
  }

  /** The frame as one connection of this node may read it now. */
  readBy(connectionId: string, frame: OutboundFrame): OutboundFrame {
    return frame.readBy(this.adapter.sids.get(connectionId));
  }

  broadcast(groups: readonly Group[], frame: OutboundFrame, except?: string): void {
    const rooms = new Set<string>(groups);
    this.deliverHere(rooms, frame, except);
    if (this.isAlone || groups.length === 0) return;
    const packet: Packet = { ...frame.wire, origin: this.nodeId };
    this.adapter.broadcast(packet, { rooms, except: new Set() });
  }

  joinAll(groups: readonly Group[], joined: Group): void {
    this.tellNodes(JOIN, { groups, joined });
  }

  leaveAll(groups: readonly Group[], left: Group): void {
    this.tellNodes(LEAVE, { groups, left });
  }

  /** Says something to every node, this one first. What another node misses is not repeated. */
  tellNodes(topic: string, payload: unknown): void {
    this.listeners.get(topic)?.(payload);
    if (!this.isAlone) this.adapter.serverSideEmit([topic, payload]);
  }

  /** @throws Error if the topic has a listener already */
  onNodes(topic: string, listener: NodeListener): void {
    if (this.listeners.has(topic)) throw new Error(`two listeners for what nodes say about ${topic}`);
    this.listeners.set(topic, listener);
  }

  async close(): Promise<void> {
    await this.adapter.close();
  }

  private deliverHere(rooms: Set<string>, frame: OutboundFrame, except: string | undefined): void {
    const reached = new Set([except]);
    for (const room of rooms) {
      for (const id of this.adapter.rooms.get(room) ?? []) {
        if (reached.has(id)) continue;
        reached.add(id);
        this.tell(id, frame);
      }
    }
  }
}

const among = (groups: readonly Group[]): BroadcastOptions => ({ rooms: new Set(groups), flags: { local: true } });
