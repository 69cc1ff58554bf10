import { randomUUID } from 'node:crypto';

import { ClusterLink } from './cluster-link.js';
import type { AdapterFactory } from './cluster-link.js';
import { GroupIndex } from './group-index.js';
import type { Connection, GroupListener } from './group-index.js';
import { roomIdOf } from './group.js';
import type { Group } from './group.js';
import { WriteBatch } from './outbound-frame.js';
import type { OutboundFrame } from './outbound-frame.js';

type TopicListener = (payload: unknown) => void;

/**
 * Called with the number of connections of this node that a frame was delivered to. It runs for each frame: keep it
 * cheap.
 */
type DeliveryListener = (connections: number) => void;

export interface HubOptions {
  /** Makes the adapter that carries frames between nodes. Undefined: this process is the only node. */
  readonly adapter?: AdapterFactory | undefined;
  /** The id of this process within the deployment. */
  readonly nodeId?: string;
}

/**
 * The connections of all nodes and the groups they are in. The hub knows nothing of rooms, users or messages.
 *
 * A frame reaches this node's connections at once and in the order of the calls, whatever the state of the network; it
 * reaches the connections of other nodes at most once. There, frames for different groups may arrive in another order.
 * A layer that must not lose frames, or that needs an order, numbers them.
 */
export class Hub {
  readonly nodeId: string;
  /** Collects the writes of several frames into one system call for each socket. */
  readonly writes = new WriteBatch();
  private readonly index = new GroupIndex();
  private readonly topics = new Map<string, TopicListener>();
  private readonly cluster: ClusterLink | undefined;
  private delivered: DeliveryListener = () => undefined;

  constructor({ adapter, nodeId = randomUUID() }: HubOptions = {}) {
    this.nodeId = nodeId;
    if (!adapter) return;
    const cluster = new ClusterLink(adapter, nodeId, {
      onFrame: (group, frame, reached) => {
        this.deliverTo(group, frame, undefined, reached);
      },
      onMessage: ({ topic, payload }) => this.topics.get(topic)?.(payload),
    });
    this.index.onChanges({
      opened: (group) => cluster.open(group),
      closed: (group) => cluster.close(group),
    });
    this.cluster = cluster;
  }

  onGroupChanges(listener: GroupListener): void {
    this.index.onChanges(listener);
  }

  /** @param delivered called for each frame of this node after its delivery; frames of other nodes do not count */
  onDelivery(delivered: DeliveryListener): void {
    this.delivered = delivered;
  }

  /**
   * From now on the connection receives the frames of its groups.
   * @param rooms if given, it joins no other rooms, and receives of the group of its user what is about these
   */
  add(connection: Connection, groups: readonly Group[], rooms?: ReadonlySet<string>): void {
    this.index.add(connection, rooms);
    this.join(connection, groups);
  }

  join(connection: Connection, groups: readonly Group[]): void {
    this.index.join(connection.id, groups);
  }

  remove(connection: Connection): void {
    this.index.remove(connection.id);
  }

  /** One open connection of this node. */
  connection(id: string): Connection | undefined {
    return this.index.connection(id);
  }

  /** The connections of this node that are in one group, and not in another that they may join. */
  connectionsOutside(group: Group, other: Group): Connection[] {
    return [...this.index.connectionsIn(group)].filter(
      ({ id }) => !this.isIn(id, other) && this.index.mayJoin(id, other),
    );
  }

  /** Whether this node has connections in the group. */
  hasConnectionsIn(group: Group): boolean {
    return this.index.has(group);
  }

  isIn(connectionId: string | undefined, group: Group): boolean {
    return connectionId !== undefined && this.index.groupsOf(connectionId).has(group);
  }

  private isInAny(connectionId: string, groups: Group | readonly Group[]): boolean {
    if (typeof groups === 'string') return this.isIn(connectionId, groups);
    const own = this.index.groupsOf(connectionId);
    return groups.some((group) => own.has(group));
  }

  /** Sends to one connection of this node, if it is still open. */
  send(connectionId: string, frame: OutboundFrame): void {
    this.connection(connectionId)?.deliver(this.visibleTo(connectionId, frame));
  }

  /** The frame with the restricted parts that the connection may read now. */
  visibleTo(connectionId: string, frame: OutboundFrame): OutboundFrame {
    return frame.isRestricted ? frame.visibleTo(this.index.groupsOf(connectionId)) : frame;
  }

  /**
   * Sends to the connections of all nodes that are in any of the groups, once each.
   * @param except the id of a connection of this node that is left out, as it received the frame under its `request_id`
   */
  broadcast(groups: readonly Group[], frame: OutboundFrame, except?: string): void {
    this.deliver(groups, frame, except);
    this.cluster?.publish(groups, frame.serialised);
  }

  /** As {@link broadcast}, to the connections of this node alone. */
  deliver(groups: readonly Group[], frame: OutboundFrame, except?: string): void {
    let connections = except === undefined ? 0 : 1;
    // A single group has each connection once: most frames need no record of those reached.
    const reached = groups.length > 1 ? new Set<Connection>() : undefined;
    for (const group of groups) connections += this.deliverTo(group, frame, except, reached);
    this.delivered(connections);
  }

  /** Every connection of this node that is in any of `groups` joins `joined` as well. */
  joinAll(groups: readonly Group[], joined: Group): void {
    this.index.joinAll(groups, joined);
  }

  /** Every connection of this node that is in any of `groups` leaves `left`, and receives nothing more of it. */
  leaveAll(groups: readonly Group[], left: Group): void {
    this.index.leaveAll(groups, left);
  }

  /** Publishes to every node, to this one first. */
  publishToNodes(topic: string, payload: unknown): void {
    this.topics.get(topic)?.(payload);
    this.cluster?.publishToAll({ topic, payload });
  }

  /** Publishes to the other nodes that have connections in any of the groups; others may receive it too. */
  publishToOthers(groups: readonly Group[], topic: string, payload: unknown): void {
    this.cluster?.publish(groups, { topic, payload });
  }

  /** @throws Error if the topic has a listener already */
  subscribe(topic: string, listener: TopicListener): void {
    if (this.topics.has(topic)) throw new Error(`the topic ${topic} has a listener already`);
    this.topics.set(topic, listener);
  }

  async close(): Promise<void> {
    await this.cluster?.stop();
  }

  /** @returns how many connections it reached */
  private deliverTo(group: Group, frame: OutboundFrame, except?: string, reached?: Set<Connection>): number {
    const { notFor } = frame.serialised;
    const isOfRoom = roomIdOf(group) !== undefined;
    let connections = 0;
    for (const connection of this.index.connectionsIn(group)) {
      if (connection.id === except || reached?.has(connection)) continue;
      if (notFor !== undefined && this.isInAny(connection.id, notFor)) continue;
      if (!isOfRoom && !this.index.mayReceive(connection.id, frame.roomId)) continue;
      reached?.add(connection);
      connections += 1;
      connection.deliver(this.visibleTo(connection.id, frame));
    }
    return connections;
  }
}
