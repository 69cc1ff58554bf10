import type { Adapter } from 'socket.io-adapter';

import type { Connection } from './group-index.js';
import type { Group } from './group.js';
import { OutboundFrame } from './outbound-frame.js';
import type { SerialisedFrame } from './outbound-frame.js';

/** Makes the Socket.IO adapter that carries packets between nodes. */
export type AdapterFactory = (namespace: AdapterNamespace) => Adapter;

/** A message for the other nodes themselves. */
export interface NodeMessage {
  readonly topic: string;
  readonly payload: unknown;
}

/** A frame for connections, or a message for nodes. Releases that run side by side share this format. */
export type Packet = (SerialisedFrame | NodeMessage) & {
  /** The id of the node that published it. */
  readonly origin: string;
};

/** Receives the packets of other nodes. */
export interface ClusterReceiver {
  /**
   * Called once for each group of the frame that has connections on this node.
   * @param reached the connections that the same frame has reached already, to which the receiver adds
   */
  onFrame(group: Group, frame: OutboundFrame, reached: Set<Connection>): void;
  /** Called once for each message. */
  onMessage(message: NodeMessage): void;
}

/** A packet of another node, on its way to the groups that it is for. */
type Incoming = { readonly frame: OutboundFrame; readonly reached: Set<Connection> } | PendingMessage;

interface PendingMessage extends NodeMessage {
  isHandled: boolean;
}

const MEMBER = '#';
const memberOf = (group: Group): string => `${MEMBER}${group}`;

/**
 * The part of a Socket.IO namespace that an adapter uses. Each group that has connections on this node is one member of
 * the namespace, however many connections it has: a broadcast never loops over the connections a second time.
 */
export class AdapterNamespace {
  readonly name = '/';
  readonly server = {
    opts: {},
    encoder: { encode: (packet: Packet): [Incoming | undefined] => [this.encode(packet)] },
  };
  readonly sockets = {
    get: (id: string): unknown => ({ id, client: { writeToEngine: this.writerOf(id) } }),
  };

  constructor(
    private readonly nodeId: string,
    private readonly receiver: ClusterReceiver,
  ) {}

  /** Called by an adapter with a message that another node published to all nodes. */
  _onServerSideEmit([topic, payload]: readonly [string, unknown]): void {
    this.receiver.onMessage({ topic, payload });
  }

  /**
   * Called by an adapter once for each packet, of this node too, before it visits the members of the packet's groups.
   */
  private encode(packet: Packet): Incoming | undefined {
    if (packet.origin === this.nodeId) return undefined;
    if ('topic' in packet) return { topic: packet.topic, payload: packet.payload, isHandled: false };
    return { frame: new OutboundFrame(packet), reached: new Set() };
  }

  private writerOf(id: string) {
    return ([incoming]: readonly [Incoming | undefined]): void => {
      if (!incoming) return;
      if ('frame' in incoming) {
        this.receiver.onFrame(id.slice(MEMBER.length) as Group, incoming.frame, incoming.reached);
      } else if (!incoming.isHandled) {
        incoming.isHandled = true;
        this.receiver.onMessage(incoming);
      }
    };
  }
}

/** The way to the other nodes of the deployment. Lost packets are not repeated. */
export class ClusterLink {
  private readonly adapter: Adapter;

  constructor(
    factory: AdapterFactory,
    private readonly nodeId: string,
    receiver: ClusterReceiver,
  ) {
    this.adapter = factory(new AdapterNamespace(nodeId, receiver));
  }

  /** From now on this node receives what is published to the group. */
  open(group: Group): void {
    void this.adapter.addAll(memberOf(group), new Set([group]));
  }

  close(group: Group): void {
    this.adapter.delAll(memberOf(group));
  }

  /** Sends to the nodes that have connections in any of the groups; others may receive it too. */
  publish(groups: readonly Group[], packet: SerialisedFrame | NodeMessage): void {
    // An adapter reads an empty set of groups as all connections.
    if (groups.length === 0) return;
    this.adapter.broadcast({ ...packet, origin: this.nodeId }, { rooms: new Set<string>(groups), except: new Set() });
  }

  publishToAll({ topic, payload }: NodeMessage): void {
    this.adapter.serverSideEmit([topic, payload]);
  }

  async stop(): Promise<void> {
    await this.adapter.close();
  }
}
