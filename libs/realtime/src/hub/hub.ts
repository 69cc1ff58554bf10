import { randomUUID } from 'node:crypto';

import type { Adapter, BroadcastOptions } from 'socket.io-adapter';

import { AdapterNamespace } from './adapter-bridge.js';
import type { AdapterFactory, Packet } from './adapter-bridge.js';
import { Burst } from './burst.js';
import type { Connection } from './connection.js';
import type { Group } from './group.js';
import type { OutboundFrame } from './outbound-frame.js';

type NodeListener = (payload: unknown) => void;

/** Told when this node begins to have connections in a group, and when it has none any more. */
export interface GroupListener {
  readonly opened: (group: string) => void;
  readonly closed: (group: string) => void;
}

/** Told how many connections of this node heard a frame. It costs whoever speaks: what it does is little. */
type DeliveryListener = (hearers: number) => void;

/**
 * Who is connected, in which groups, on every node. Knows connections and groups, and no other word.
 *
 * Delivery to this node's connections happens at once and in the order called, whatever the state of the
 * network between the nodes; what other nodes are told reaches them at most once. What is built above must number its
 * frames to see a loss.
 */
export class Hub {
  /** In which connections write. */
  readonly burst = new Burst();
  private readonly listeners = new Map<string, NodeListener>();
  private readonly namespace: AdapterNamespace;
  private readonly adapter: Adapter;
  private delivered: DeliveryListener = () => undefined;

  /**
   * @param factory makes the adapter that carries frames between nodes
   * @param isAlone whether there can be no other node, so that nothing needs to be published
   * @param nodeId this process, among those of the deployment
   */
  constructor(
    factory: AdapterFactory,
    private readonly isAlone: boolean,
    readonly nodeId: string = randomUUID(),
  ) {
    this.namespace = new AdapterNamespace(this.nodeId, (topic, payload) => this.listeners.get(topic)?.(payload));
    this.adapter = factory(this.namespace);
  }

  onGroups({ opened, closed }: GroupListener): void {
    this.adapter.on('create-room', opened);
    this.adapter.on('delete-room', closed);
  }

  /** @param delivered told of each frame that this node gives to groups, after it has reached them */
  onDelivery(delivered: DeliveryListener): void {
    this.delivered = delivered;
  }

  /** From here on the connection hears what its groups hear. */
  add(connection: Connection, groups: readonly Group[]): void {
    this.namespace.add(connection, this.adapter);
    this.join(connection, groups);
  }

  join(connection: Connection, groups: readonly Group[]): void {
    void this.adapter.addAll(connection.id, new Set(groups));
  }

  remove(connection: Connection): void {
    this.adapter.delAll(connection.id);
    this.namespace.sockets.delete(connection.id);
  }

  /** One connection of this node, if it is still open. */
  connection(id: string): Connection | undefined {
    return this.namespace.sockets.get(id)?.connection;
  }

  /** The connections of this node that are in one group and not in another. */
  outside(group: Group, other: Group): Connection[] {
    const ids = [...(this.adapter.rooms.get(group) ?? [])].filter((id) => !this.isIn(id, other));
    return ids.flatMap((id) => this.connection(id) ?? []);
  }

  /** Says something to one connection of this node, if it is still open. */
  tell(connectionId: string, frame: OutboundFrame): void {
    this.connection(connectionId)?.deliver(this.readBy(connectionId, frame));
  }

  /** The frame as one connection of this node may read it now. */
  readBy(connectionId: string, frame: OutboundFrame): OutboundFrame {
    return frame.readBy(this.adapter.sids.get(connectionId));
  }

  /** Whether a connection of this node is in the group. */
  isServed(group: Group): boolean {
    return this.adapter.rooms.has(group);
  }

  isIn(connectionId: string | undefined, group: Group): boolean {
    return connectionId !== undefined && this.adapter.rooms.get(group)?.has(connectionId) === true;
  }

  /**
   * Everybody in any of the groups hears the frame, on every node, once each, as they may read it.
   * @param except the id of a connection of this node that is left out, as it has heard it under its own `request_id`
   */
  broadcast(groups: readonly Group[], frame: OutboundFrame, except?: string): void {
    this.deliver(groups, frame, except);
    this.publish(groups, { ...frame.wire, origin: this.nodeId });
  }

  /** As {@link broadcast}, for the connections of this node alone. */
  deliver(groups: readonly Group[], frame: OutboundFrame, except?: string): void {
    const reached = new Set(except === undefined ? [] : [except]);
    for (const group of new Set<string>(groups)) {
      for (const id of this.adapter.rooms.get(group) ?? []) {
        if (reached.has(id)) continue;
        reached.add(id);
        this.tell(id, frame);
      }
    }
    this.delivered(reached.size);
  }

  /** Every connection of this node that is in any of `groups` joins `joined` as well. */
  joinAll(groups: readonly Group[], joined: Group): void {
    // To an adapter no group means everybody.
    if (groups.length > 0) this.adapter.addSockets(among(groups), [joined]);
  }

  /** Every connection of this node that is in any of `groups` leaves `left`, and hears nothing more of it. */
  leaveAll(groups: readonly Group[], left: Group): void {
    if (groups.length > 0) this.adapter.delSockets(among(groups), [left]);
  }

  /** Says something to every node, this one first. What another node misses is not repeated. */
  tellNodes(topic: string, payload: unknown): void {
    this.listeners.get(topic)?.(payload);
    if (!this.isAlone) this.adapter.serverSideEmit([topic, payload]);
  }

  /** Says something to the other nodes that have connections in any of the groups; further ones may hear it too. */
  tellOthers(groups: readonly Group[], topic: string, payload: unknown): void {
    this.publish(groups, { topic, payload, origin: this.nodeId });
  }

  /** @throws Error if the topic has a listener already */
  onNodes(topic: string, listener: NodeListener): void {
    if (this.listeners.has(topic)) throw new Error(`two listeners for what nodes say about ${topic}`);
    this.listeners.set(topic, listener);
  }

  async close(): Promise<void> {
    await this.adapter.close();
  }

  private publish(groups: readonly Group[], packet: Packet): void {
    if (this.isAlone || groups.length === 0) return;
    this.adapter.broadcast(packet, { rooms: new Set<string>(groups), except: new Set() });
  }
}

const among = (groups: readonly Group[]): BroadcastOptions => ({ rooms: new Set(groups), flags: { local: true } });
