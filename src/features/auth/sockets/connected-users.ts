import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { DeploymentRole, User } from '@parley/protocol';
import type { Actor, ActorClient, RoomLimit } from '@parley/realtime/requests';

import { Signals } from '../../../platform/cluster-signals/signals.js';
import type { KnownRole } from '../../users/roles/deployment-role.js';
import { profileChanged, roleChanged } from '../../users/user.signals.js';
import type { KnownUser } from '../../users/user.signals.js';
import { atPresent } from '../../users/user.view.js';
import { SocketTokenRegistry } from './socket-token-registry.js';

/** The longest time between the check of a token and the registration of its socket. */
const LONGEST_CHECK_MS = 60_000;

interface Versioned {
  /** Rises with each change. */
  readonly version: number;
}

/**
 * The changes of one kind of users of this node's connections, the latest of each. A change is kept for a while without
 * a connection too, as a handshake may have read the user just before it.
 */
class LatestChanges<Known extends Versioned> {
  private readonly changes = new Map<number, { readonly known: Known; readonly at: number }>();
  private sweptAt = 0;

  /** @param connected returns the users with connections of this node */
  constructor(private readonly connected: () => ReadonlySet<number>) {}

  /** Changes may arrive twice, and in any order. */
  changed(userId: number, known: Known): void {
    if (known.version <= (this.changes.get(userId)?.known.version ?? 0)) return;
    const now = performance.now();
    this.changes.set(userId, { known, at: now });
    if (now - this.sweptAt > LONGEST_CHECK_MS) this.sweep(now);
  }

  latest(userId: number, known: Known): Known {
    const change = this.changes.get(userId)?.known;
    return change && change.version > known.version ? change : known;
  }

  private sweep(now: number): void {
    this.sweptAt = now;
    const connected = this.connected();
    for (const [id, { at }] of this.changes) {
      if (now - at > LONGEST_CHECK_MS && !connected.has(id)) this.changes.delete(id);
    }
  }
}

/**
 * The users of this node's connections, whose profiles and roles may change while they are connected. The handshake
 * reads a user once, and the user is the sender of all messages of the connection: a change of the profile reaches the
 * connections of the node that makes it at once, those of other nodes as a signal. A change of the role is a signal.
 *
 * Only changed users are kept.
 */
@Injectable()
export class ConnectedUsers implements OnModuleInit {
  private readonly profiles = new LatestChanges<KnownUser>(() => this.sockets.userIds());
  private readonly roles = new LatestChanges<KnownRole>(() => this.sockets.userIds());

  constructor(
    private readonly sockets: SocketTokenRegistry,
    private readonly signals: Signals,
  ) {}

  onModuleInit(): void {
    this.signals.on(profileChanged, (change) => this.changed(change));
    this.signals.on(roleChanged, ({ userId, role, version }) => this.roles.changed(userId, { role, version }));
  }

  /**
   * The user of a connection, in the present state whenever it is read.
   * @param role undefined: it gives no rights to the log-in of the connection, also if it changes
   * @param rooms to which the token is limited
   */
  actor(known: KnownUser, role: KnownRole | undefined, client: ActorClient, rooms?: RoomLimit): Actor {
    return new ConnectedActor(known, role, client, rooms, this);
  }

  /** The connection has another token, perhaps of another log-in. */
  renewed(actor: Actor, next: Actor): void {
    if (actor instanceof ConnectedActor && next instanceof ConnectedActor) actor.takeLogIn(next);
  }

  /** Changes may arrive twice, and in any order. */
  changed(known: KnownUser): void {
    this.profiles.changed(known.user.id, known);
  }

  latest(known: KnownUser): User {
    return atPresent(this.profiles.latest(known.user.id, known).user);
  }

  latestRole(userId: number, known: KnownRole): DeploymentRole {
    return this.roles.latest(userId, known).role;
  }
}

class ConnectedActor implements Actor {
  constructor(
    private readonly known: KnownUser,
    private knownRole: KnownRole | undefined,
    public client: ActorClient,
    readonly rooms: RoomLimit,
    private readonly users: ConnectedUsers,
  ) {}

  get user(): User {
    return this.users.latest(this.known);
  }

  get role(): DeploymentRole | undefined {
    return this.knownRole && this.users.latestRole(this.known.user.id, this.knownRole);
  }

  takeLogIn({ knownRole, client }: ConnectedActor): void {
    this.knownRole = knownRole;
    this.client = client;
  }
}
