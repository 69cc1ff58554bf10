import type { Adapter } from 'socket.io-adapter';

import type { Connection } from './connection.js';
import { OutboundFrame } from './outbound-frame.js';
import type { WireText } from './outbound-frame.js';

/** Makes the adapter that carries broadcasts: in memory, or between nodes. */
export type AdapterFactory = (namespace: AdapterNamespace) => Adapter;

/** What the hub gives the adapter to carry: a frame for connections, or something that nodes say to each other. */
export type Packet = (WireText | NodeMessage) & {
  /** The node that has acted on it already. */
  readonly origin: string;
};

interface NodeMessage {
  readonly topic: string;
  readonly payload: unknown;
}

/** The part of a Socket.IO socket, and of its client, that an adapter touches. */
class AdapterSocket {
  constructor(
    readonly connection: Connection,
    private readonly adapter: Adapter,
  ) {}

  get id(): string {
    return this.connection.id;
  }

  get client(): this {
    return this;
  }

  writeToEngine([frame]: readonly [OutboundFrame | undefined]): void {
    if (frame) this.connection.deliver(frame.readBy(this.adapter.sids.get(this.id)));
  }

  join(groups: string[]): void {
    void this.adapter.addAll(this.id, new Set(groups));
  }

  leave(group: string): void {
    void this.adapter.del(this.id, group);
  }
}

/**
 * The part of a Socket.IO namespace that an adapter touches, over plain WebSockets.
 *
 * An adapter encodes a packet once and hands the same array to every socket of a broadcast. Socket.IO's own
 * encoder makes strings, from which the adapter precomputes an Engine.IO frame; ours makes an
 * {@link OutboundFrame}, which the adapter passes through untouched.
 */
export class AdapterNamespace {
  readonly name = '/';
  readonly sockets = new Map<string, AdapterSocket>();
  readonly server = {
    opts: {},
    encoder: { encode: (packet: Packet): [OutboundFrame | undefined] => [this.encode(packet)] },
  };

  constructor(
    private readonly nodeId: string,
    private readonly onNodeMessage: (topic: string, payload: unknown) => void,
  ) {}

  add(connection: Connection, adapter: Adapter): void {
    this.sockets.set(connection.id, new AdapterSocket(connection, adapter));
  }

  /** Called by an adapter for what another node said to its peers. */
  _onServerSideEmit([topic, payload]: readonly [string, unknown]): void {
    this.onNodeMessage(topic, payload);
  }

  /** An adapter asks once for each packet that it is given: by this node, or by another. */
  private encode(packet: Packet): OutboundFrame | undefined {
    if (packet.origin === this.nodeId) return undefined;
    if (!('topic' in packet)) return new OutboundFrame(packet);
    this.onNodeMessage(packet.topic, packet.payload);
    return undefined;
  }
}
