import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { Actor, Answer, RequestOrigin } from '@parley/realtime/requests';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { UnitOfWork } from '../platform/database/unit-of-work.js';
import type { Work } from '../platform/database/unit-of-work.js';
import { PrivateKinds } from '../private-log/private-kinds.js';
import { PrivateLog } from '../private-log/private-log.js';
import { preferenceKinds } from './preference-kinds.js';
import type { PreferenceKinds, PreferenceList } from './preference-kinds.js';
import { RoomPreferencePolicy } from './room-preference.policy.js';
import type { OwnRoomGrant } from './room-preference.policy.js';
import { RoomPreferencesRepository } from './room-preferences.repository.js';
import type { LockedPreferences, RoomPreferences } from './room-preferences.repository.js';

/** The change of a preference. */
export interface PreferenceChange {
  readonly grant: OwnRoomGrant;
  /** The list in which the preference is shown. */
  readonly list: PreferenceList;
  /** @throws Refusal if it cannot be changed in this way */
  readonly change: (locked: LockedPreferences) => Partial<RoomPreferences>;
}

/** What each member prefers for a room: every connection of the member hears of a change, and nobody else. */
@Injectable()
export class RoomPreferencesService {
  private readonly kinds: PreferenceKinds;

  constructor(
    private readonly repository: RoomPreferencesRepository,
    private readonly privateLog: PrivateLog,
    private readonly policy: RoomPreferencePolicy,
    private readonly work: UnitOfWork,
    privateKinds: PrivateKinds,
  ) {
    this.kinds = preferenceKinds(repository);
    for (const kind of [this.kinds.favourites, this.kinds.archived, this.kinds.marks]) privateKinds.add(kind);
  }

  /**
   * @returns the present state as the answer, if nothing has changed
   * @throws Refusal 4004 for a non-member
   */
  change({ grant, list, change }: PreferenceChange, origin: RequestOrigin): Promise<Answer | undefined> {
    return this.work.transaction(async (work) => {
      const locked = await this.repository.lock(work.manager, grant);
      if (!locked) throw notFound('No such room.');
      const changed = { ...locked, ...change(locked) };
      const { eventType } = this.kinds[list];
      if (isEqual(locked, changed)) {
        return { eventType, data: this.shown(list, locked), meta: { changed: false } } as OutgoingEvent;
      }
      await this.repository.write(work.manager, grant, changed);
      await this.append(work, list, grant, changed, origin);
      return undefined;
    });
  }

  /** The user has read in these rooms, which are shown as they are again. The caller has locked the memberships. */
  async liftUnreadMarks(work: Work, actor: Actor, roomIds: readonly string[]): Promise<void> {
    for (const roomId of roomIds) {
      const grant = this.policy.mayPrefer(actor, roomId);
      const locked = await this.repository.lock(work.manager, grant);
      if (!locked) continue;
      const lifted = { ...locked, markedUnreadSeq: null };
      await this.repository.write(work.manager, grant, lifted);
      await this.append(work, 'marks', grant, lifted);
    }
  }

  private async append(
    work: Work,
    list: PreferenceList,
    { userId, roomId }: OwnRoomGrant,
    changed: RoomPreferences,
    origin?: RequestOrigin,
  ): Promise<void> {
    const written = { userId, key: roomId, item: this.shown(list, changed) };
    await this.privateLog.append(work, this.kinds[list], written, origin);
  }

  private shown(list: PreferenceList, preferences: RoomPreferences) {
    const kind = this.kinds[list];
    return kind.item(preferences) ?? kind.removed(preferences.roomId);
  }
}

const isEqual = (one: RoomPreferences, other: RoomPreferences): boolean =>
  one.isFavourite === other.isFavourite &&
  one.archivedSeq === other.archivedSeq &&
  one.markedUnreadSeq === other.markedUnreadSeq;
