import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { User } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { Signals } from '../../platform/cluster-signals/signals.js';
import { profileChanged } from '../../users/user.signals.js';
import type { KnownUser } from '../../users/user.signals.js';
import { atPresent } from '../../users/user.view.js';
import { SocketTokenRegistry } from './socket-token-registry.js';

/** The longest time between the check of a token and the registration of its socket. */
const LONGEST_CHECK_MS = 60_000;

/**
 * The users of this node's connections, whose profiles may change while they are connected. The handshake reads a user
 * once, and the user is the sender of all messages of the connection: a change reaches the connections of the node that
 * makes it at once, those of other nodes as a signal.
 *
 * Only changed users are kept. A change is kept for a while without a connection too, as a handshake may have read the
 * user just before it.
 */
@Injectable()
export class ConnectedUsers implements OnModuleInit {
  private readonly changes = new Map<number, KnownUser & { readonly at: number }>();
  private sweptAt = 0;

  constructor(
    private readonly sockets: SocketTokenRegistry,
    private readonly signals: Signals,
  ) {}

  onModuleInit(): void {
    this.signals.on(profileChanged, (change) => {
      this.changed(change);
    });
  }

  /** The user of a connection, in the present state whenever it is read. */
  actor(known: KnownUser): Actor {
    return new ConnectedActor(known, this);
  }

  /** Changes may arrive twice, and in any order. */
  changed({ user, version }: KnownUser): void {
    if (version <= (this.changes.get(user.id)?.version ?? 0)) return;
    const now = performance.now();
    this.changes.set(user.id, { user, version, at: now });
    if (now - this.sweptAt > LONGEST_CHECK_MS) this.sweep(now);
  }

  latest(known: KnownUser): User {
    const change = this.changes.get(known.user.id);
    return atPresent(change && change.version > known.version ? change.user : known.user);
  }

  private sweep(now: number): void {
    this.sweptAt = now;
    const connected = this.sockets.userIds();
    for (const [id, { at }] of this.changes) {
      if (now - at > LONGEST_CHECK_MS && !connected.has(id)) this.changes.delete(id);
    }
  }
}

class ConnectedActor implements Actor {
  constructor(
    private readonly known: KnownUser,
    private readonly users: ConnectedUsers,
  ) {}

  get user(): User {
    return this.users.latest(this.known);
  }
}
