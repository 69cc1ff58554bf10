import type { DropReason, PacketSignatures } from './packet-signatures.js';

type Listener = (packet: Buffer, channel: Buffer) => unknown;

export interface PacketRules {
  readonly signatures: PacketSignatures;
  /** Called for each packet that reaches no listener, except those of this node. */
  readonly dropped: (reason: DropReason) => void;
}

/**
 * The same client of Redis for an adapter: it signs what it publishes, and verifies what it receives before the adapter
 * parses it. A packet is signed once for all its receivers, and verified once for all connections of this node. The
 * packets of this node, which an adapter would parse to ignore them, end here.
 *
 * Subscriptions must ask for buffers, as those of the adapters do.
 */
export function signedClient<Client extends object>(client: Client, rules: PacketRules): Client {
  const verified = new WeakMap<Listener, Listener>();
  const listenerFor = (listener: Listener): Listener => {
    const known = verified.get(listener) ?? verifying(listener, rules);
    verified.set(listener, known);
    return known;
  };
  const withListener = ([channels, listener, ...others]: readonly unknown[]): unknown[] =>
    typeof listener === 'function' ? [channels, listenerFor(listener as Listener), ...others] : [channels];
  /** The sharded adapter has one listener for all its channels. */
  let sharded: Listener | undefined;
  const replaced: Readonly<Record<string, (args: readonly unknown[]) => unknown[]>> = {
    publish: (args) => signed(args, rules),
    sPublish: (args) => signed(args, rules),
    subscribe: withListener,
    unsubscribe: withListener,
    pSubscribe: withListener,
    pUnsubscribe: withListener,
    sSubscribe: ([channels, listener, ...others]) => [
      channels,
      (sharded = listenerFor(listener as Listener)),
      ...others,
    ],
    // With its listener: without, the client sends no new subscription to the channel until this command is answered,
    // and is then not subscribed.
    sUnsubscribe: ([channels]) => [channels, sharded, true],
  };
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      const argumentsOf = replaced[String(name)];
      if (typeof value !== 'function' || !argumentsOf) return value;
      return (...args: unknown[]): unknown => Reflect.apply(value, target, argumentsOf(args));
    },
  });
}

const signed = ([channel, packet]: readonly unknown[], { signatures }: PacketRules): unknown[] => [
  channel,
  signatures.sign(channel as string, packet as string | Buffer),
];

const verifying =
  (listener: Listener, { signatures, dropped }: PacketRules): Listener =>
  (packet, channel) => {
    const verdict = signatures.verify(channel, packet);
    if (verdict === 'own') return;
    if (verdict === 'valid') listener(packet, channel);
    else dropped(verdict);
  };
