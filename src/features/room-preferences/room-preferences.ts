import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { Actor, Answer, RequestOrigin } from '@parley/realtime/requests';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { PrivateKinds } from '../private-log/private-kinds.js';
import { PrivateLog } from '../private-log/private-log.js';
import { TimerKinds } from '../../platform/timers/timer-kind.js';
import { Timers } from '../../platform/timers/timers.js';
import { preferenceKinds } from './preference-kinds.js';
import type { PreferenceKinds, PreferenceList } from './preference-kinds.js';
import { RoomPreferencePolicy } from './room-preference.policy.js';
import type { OwnRoomGrant } from './room-preference.policy.js';
import { RoomPreferencesRepository } from './room-preferences.repository.js';
import type { LockedPreferences, RoomPreferences } from './room-preferences.repository.js';

/** The name of the timers that end mutes. */
const MUTE_END = 'mute_end';

export interface PreferenceChange {
  readonly grant: OwnRoomGrant;
  /** The list in which the preference is shown. */
  readonly list: PreferenceList;
  /** @throws Refusal if it cannot be changed in this way */
  readonly change: (locked: LockedPreferences) => Partial<RoomPreferences>;
}

/**
 * The preferences of members for their rooms: every connection of the member receives a change, and nobody else does.
 */
@Injectable()
export class RoomPreferencesService {
  private readonly kinds: PreferenceKinds;

  constructor(
    private readonly repository: RoomPreferencesRepository,
    private readonly privateLog: PrivateLog,
    private readonly policy: RoomPreferencePolicy,
    private readonly work: UnitOfWork,
    private readonly timers: Timers,
    timerKinds: TimerKinds,
    privateKinds: PrivateKinds,
  ) {
    this.kinds = preferenceKinds(repository);
    const { favourites, archived, marks, notify } = this.kinds;
    for (const kind of [favourites, archived, marks]) privateKinds.add(kind);
    privateKinds.add(notify);
    timerKinds.add({ name: MUTE_END, run: (ofTimer, key) => this.endMute(ofTimer, key) });
  }

  /**
   * @returns the present state as the answer, if nothing has changed
   * @throws Refusal 4004 for a non-member
   */
  change({ grant, list, change }: PreferenceChange, origin: RequestOrigin): Promise<Answer | undefined> {
    return this.work.transaction(async (work) => {
      const locked = await this.repository.lock(work.manager, grant);
      if (!locked) throw notFound('No such room.');
      const changed = unmuted(locked, { ...locked, ...change(locked) });
      const lists = await this.write(work, grant, { before: locked, after: changed }, { list, origin });
      if (lists.includes(list)) return undefined;
      const { eventType } = this.kinds[list];
      return { eventType, data: this.shown(list, changed), meta: { changed: false } } as OutgoingEvent;
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

  /** The time until which a member has muted a room is over, unless it has changed or the member has left. */
  private async endMute(work: Work, key: string): Promise<void> {
    const grant = this.policy.mayEndMute(...placeOf(key));
    const locked = await this.repository.lock(work.manager, grant);
    if (!locked?.mutedUntil || locked.mutedUntil > locked.now) return;
    await this.write(work, grant, { before: locked, after: unmuted(locked, { ...locked, mutedUntil: null }) });
  }

  /**
   * @param answered the list whose change answers a request
   * @returns the lists that have changed
   */
  private async write(
    work: Work,
    grant: OwnRoomGrant,
    { before, after }: { readonly before: RoomPreferences; readonly after: RoomPreferences },
    answered?: { readonly list: PreferenceList; readonly origin: RequestOrigin },
  ): Promise<PreferenceList[]> {
    const lists = changedLists(before, after);
    if (lists.length === 0) return lists;
    await this.repository.write(work.manager, grant, after);
    if (lists.includes('notify')) await this.followMute(work, grant, before.mutedUntil, after.mutedUntil);
    for (const list of lists) {
      await this.append(work, list, grant, after, list === answered?.list ? answered.origin : undefined);
    }
    return lists;
  }

  /** Sets the timer of the end of a mute. */
  private async followMute(
    work: Work,
    { userId, roomId }: OwnRoomGrant,
    from: Date | null,
    to: Date | null,
  ): Promise<void> {
    const timer = { kind: MUTE_END, key: `${roomId} ${String(userId)}` };
    if (to) await this.timers.set(work, { ...timer, dueAt: to, userId });
    else if (from) await this.timers.cancel(work, timer);
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

/** The room and the member of a timer. */
function placeOf(key: string): [userId: number, roomId: string] {
  const [roomId = '', userId] = key.split(' ');
  return [Number(userId), roomId];
}

/**
 * A room that was archived stays archived when it is not muted any more: its messages until now do not show it again.
 */
const unmuted = (before: LockedPreferences, after: LockedPreferences): LockedPreferences =>
  isMuted(before) && !isMuted(after) && before.archivedSeq !== null && after.archivedSeq === before.archivedSeq
    ? { ...after, archivedSeq: after.lastSeq }
    : after;

/** Also after the end of a mute, until that has been processed. */
const isMuted = ({ notifyLevel, mutedUntil }: RoomPreferences): boolean =>
  notifyLevel === 'none' || mutedUntil !== null;

/** The part of the preferences that each list shows. */
const SHOWN: Readonly<Record<PreferenceList, (preferences: RoomPreferences) => unknown>> = {
  favourites: ({ isFavourite }) => isFavourite,
  archived: ({ archivedSeq }) => archivedSeq,
  marks: ({ markedUnreadSeq }) => markedUnreadSeq,
  notify: ({ notifyLevel, mutedUntil }) => `${String(notifyLevel)} ${String(mutedUntil?.getTime())}`,
};

const LISTS = Object.keys(SHOWN) as PreferenceList[];

const changedLists = (before: RoomPreferences, after: RoomPreferences): PreferenceList[] =>
  LISTS.filter((list) => SHOWN[list](before) !== SHOWN[list](after));
