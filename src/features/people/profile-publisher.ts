import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';
import { ConnectionGroups } from '@parley/realtime/requests';

import { Separations } from '../blocking/separations.js';
import type { User } from '../users/user.entity.js';
import { toProfile } from '../users/user.view.js';

/** A user is published at most once in this time. */
const PAUSE_MS = 1_000;

interface Pause {
  readonly timer: NodeJS.Timeout;
  /** The latest state that was not published. */
  next: User | undefined;
}

/**
 * Sends changed profiles to the connections of all users who share a room with the user. The first change is sent at
 * once, without those whom the user blocks or who block the user; further ones within a second are merged, of which the
 * last state is sent.
 */
@Injectable()
export class ProfilePublisher implements OnApplicationShutdown {
  private readonly log = new Logger(ProfilePublisher.name);
  private readonly pauses = new Map<number, Pause>();

  constructor(
    private readonly groups: ConnectionGroups,
    private readonly dispatch: Dispatch,
    private readonly separations: Separations,
  ) {}

  /** To be called after the commit. */
  publish(user: User): void {
    const pause = this.pauses.get(user.id);
    if (pause) pause.next = user;
    else this.send(user);
  }

  onApplicationShutdown(): void {
    for (const { timer } of this.pauses.values()) clearTimeout(timer);
    this.pauses.clear();
  }

  private send(user: User): void {
    const timer = setTimeout(() => {
      const next = this.pauses.get(user.id)?.next;
      this.pauses.delete(user.id);
      if (next) this.send(next);
    }, PAUSE_MS).unref();
    this.pauses.set(user.id, { timer, next: undefined });
    this.sendToFellows(user).catch((error: unknown) => {
      this.log.warn(`A profile could not be published: ${String(error)}`);
    });
  }

  private async sendToFellows(user: User): Promise<void> {
    const rooms = await this.groups.groupsOf(user.id, user.roomsVersion);
    const separated = await this.separations.of(user.id);
    this.dispatch.toRooms([user.id, ...separated], rooms, {
      eventType: 'userupdate.dispatch',
      data: { user: toProfile(user) },
    });
  }
}
