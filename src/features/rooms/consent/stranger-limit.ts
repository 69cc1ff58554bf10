import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { notPermitted, tooFast } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import type { Branded } from '../../../platform/types/branded.js';
import { PeriodicTask } from '../../../platform/async/periodic-task.js';
import { ConsentSettings } from './consent.settings.js';
import { StrangerContactsRepository } from './stranger-contacts.repository.js';

/** Users that a user may contact now. Only this file makes it: naming users for a room requires it. */
export interface Contacts extends Branded<'contacts'> {
  readonly userIds: readonly number[];
}

/**
 * One user whom a user may name now: an id that is only said by a client is looked up by no other way. Only this file
 * makes it.
 */
export interface Contact extends Branded<'contact'> {
  readonly userId: number;
}

const CLEAN_MS = 3_600_000;

/** The scope of API keys that contact any number of strangers: the programs of a deployment that manage its rooms. */
const EXEMPT = 'members:write';

/**
 * The number of strangers that a user puts into rooms, invites, starts a chat with, blocks, bans or reports within an
 * hour. A stranger shares no room with the user. Unknown ids count too, so that ids cannot be tried out; the count is
 * stored even if the request is refused for another reason. Guests contact no strangers at all.
 */
@Injectable()
export class StrangerLimit implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly cleaning = new PeriodicTask(
    () => this.repository.removeOld(),
    new Logger(StrangerLimit.name),
    'Cannot delete old contacts of users',
  );

  constructor(
    private readonly repository: StrangerContactsRepository,
    private readonly settings: ConsentSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.cleaning.start(CLEAN_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.cleaning.stop();
  }

  /**
   * Call it before the transaction of the request, so that a refused request is counted.
   * @param userIds the users that the request names, and perhaps the user of the request
   * @throws Refusal 4002 for a guest who names a stranger, existing or not; 4029 with the seconds after which the next stranger may be contacted
   */
  async contact({ user, apiKey }: Actor, userIds: readonly number[]): Promise<Contacts> {
    const named = [...new Set(userIds)];
    const { strangersPerHour: most } = this.settings;
    const others = named.filter((id) => id !== user.id);
    if (user.is_guest === true && others.length > 0 && (await this.repository.anyStranger(user.id, others))) {
      throw notPermitted('Guests may contact only people with whom they share a room.');
    }
    if (most > 0 && others.length > 0 && apiKey?.scopes.includes(EXEMPT) !== true) {
      const retryAfter = await this.repository.note(user.id, others, most);
      if (retryAfter !== undefined) {
        throw tooFast(`At most ${String(most)} people without a common room can be contacted in an hour.`, retryAfter);
      }
    }
    return contactsOf(named);
  }

  /** As {@link contact}, of one user. */
  async contactOne(actor: Actor, userId: number): Promise<Contact> {
    await this.contact(actor, [userId]);
    return contactOf(userId);
  }

  /**
   * As {@link contact}, of one user in a room: whom the room of the user knows is no stranger, as one who left it, has
   * asked to join it, is invited to it or restricted in it.
   */
  async contactInRoom(actor: Actor, roomId: string, userId: number): Promise<Contact> {
    const place = { roomId, memberId: actor.user.id };
    if (actor.user.is_guest === true) return this.contactOne(actor, userId);
    if (await this.repository.isKnownIn(place, userId)) return contactOf(userId);
    return this.contactOne(actor, userId);
  }
}

/** The subject of a report, whom its readers have been shown. */
export const reportedUser = ({ subjectId }: { readonly subjectId: number }): Contact => contactOf(subjectId);

/** The contacts without those who are members already. */
export const withoutMembers = ({ userIds }: Contacts, members: ReadonlyMap<number, unknown>): Contacts =>
  contactsOf(userIds.filter((id) => !members.has(id)));

const contactOf = (userId: number): Contact => ({ userId }) as Contact;
const contactsOf = (userIds: readonly number[]): Contacts => ({ userIds }) as Contacts;
