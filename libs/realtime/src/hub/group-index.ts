import type { CloseCode } from '@parley/protocol';

import { roomIdOf } from './group.js';
import type { Group } from './group.js';
import type { OutboundFrame } from './outbound-frame.js';

/** One open socket, as the hub sees it. */
export interface Connection {
  readonly id: string;
  /** Hands the frame to the socket, in the order of the calls. Never throws and never waits. */
  deliver(frame: OutboundFrame): void;
  close(code: CloseCode, reason: string): void;
}

/** Notified when a group gets its first connection on this node, and when it loses its last one. */
export interface GroupListener {
  readonly opened: (group: Group) => void;
  readonly closed: (group: Group) => void;
}

interface Member {
  readonly connection: Connection;
  /** The only rooms that it may join; undefined: any. */
  readonly rooms: ReadonlySet<string> | undefined;
  readonly groups: Set<Group>;
}

const NONE: ReadonlySet<never> = new Set<never>();

/** Most groups, those of users, have one connection: a set of one would take 170 bytes. */
type Connections = Connection | Set<Connection>;

/** The open connections of this node and the groups that each is in. */
export class GroupIndex {
  private readonly members = new Map<string, Member>();
  private readonly connections = new Map<Group, Connections>();
  private readonly listeners: GroupListener[] = [];

  onChanges(listener: GroupListener): void {
    this.listeners.push(listener);
  }

  /** @param rooms the only rooms that it may join, whatever rooms its user enters; undefined: any */
  add(connection: Connection, rooms?: ReadonlySet<string>): void {
    this.members.set(connection.id, { connection, rooms, groups: new Set() });
  }

  /** Takes the connection out of its groups, and forgets it. */
  remove(connectionId: string): void {
    const member = this.members.get(connectionId);
    if (!member) return;
    for (const group of member.groups) this.leave(member, group);
    this.members.delete(connectionId);
  }

  connection(id: string): Connection | undefined {
    return this.members.get(id)?.connection;
  }

  connectionsIn(group: Group): Iterable<Connection> {
    const found = this.connections.get(group);
    if (found === undefined) return NONE;
    return found instanceof Set ? found : [found];
  }

  /** Whether the connection may join the group. */
  mayJoin(connectionId: string, group: Group): boolean {
    const member = this.members.get(connectionId);
    return member !== undefined && isFor(member, roomIdOf(group));
  }

  /** Whether the connection may receive a frame of its user that is about this room, or about none. */
  mayReceive(connectionId: string, roomId: string | undefined): boolean {
    const rooms = this.members.get(connectionId)?.rooms;
    return rooms === undefined || (roomId !== undefined && rooms.has(roomId));
  }

  groupsOf(connectionId: string): ReadonlySet<Group> {
    return this.members.get(connectionId)?.groups ?? NONE;
  }

  has(group: Group): boolean {
    return this.connections.has(group);
  }

  join(connectionId: string, groups: readonly Group[]): void {
    const member = this.members.get(connectionId);
    if (member) for (const group of groups) this.enter(member, group);
  }

  /** Every connection that is in any of `groups` joins `joined` as well. */
  joinAll(groups: readonly Group[], joined: Group): void {
    for (const member of this.membersOf(groups)) this.enter(member, joined);
  }

  /** Every connection that is in any of `groups` leaves `left`. */
  leaveAll(groups: readonly Group[], left: Group): void {
    for (const member of this.membersOf(groups)) this.leave(member, left);
  }

  /** A copy: the members may move while the caller iterates. */
  private membersOf(groups: readonly Group[]): Member[] {
    return groups.flatMap((group) =>
      [...this.connectionsIn(group)].flatMap((connection) => this.members.get(connection.id) ?? []),
    );
  }

  private enter(member: Member, group: Group): void {
    if (!isFor(member, roomIdOf(group))) return;
    const { connection, groups } = member;
    groups.add(group);
    const others = this.connections.get(group);
    if (others === undefined) {
      this.connections.set(group, connection);
      for (const { opened } of this.listeners) opened(group);
    } else if (others instanceof Set) {
      others.add(connection);
    } else if (others !== connection) {
      this.connections.set(group, new Set([others, connection]));
    }
  }

  private leave({ connection, groups }: Member, group: Group): void {
    groups.delete(group);
    const others = this.connections.get(group);
    if (others === undefined) return;
    if (others instanceof Set) {
      others.delete(connection);
      if (others.size > 0) return;
    } else if (others !== connection) {
      return;
    }
    this.connections.delete(group);
    for (const { closed } of this.listeners) closed(group);
  }
}

/** @param roomId undefined: the group of a user */
const isFor = ({ rooms }: Member, roomId: string | undefined): boolean =>
  rooms === undefined || roomId === undefined || rooms.has(roomId);
