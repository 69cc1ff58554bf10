import type { PrivateItem, PrivateKind, PrivateList } from '../private-log/private-kind.js';
import type { RoomPreferences, RoomPreferencesRepository } from './room-preferences.repository.js';

/** The lists of preferences of rooms in the private state. */
export type PreferenceList = 'favourites' | 'archived' | 'marks' | 'notify';

/** How a preference is shown to its user. */
interface Shape<List extends PrivateList> extends Pick<PrivateKind<List>, 'name' | 'list' | 'eventType' | 'removed'> {
  /** @returns undefined if it is not set */
  readonly item: (preferences: RoomPreferences) => PrivateItem<List> | undefined;
}

/** The kinds of preferences of rooms, each with the id of the room as its key. */
export type PreferenceKinds = { readonly [List in PreferenceList]: PrivateKind<List> & Pick<Shape<List>, 'item'> };

export const preferenceKinds = (repository: RoomPreferencesRepository): PreferenceKinds => ({
  favourites: kind(repository, {
    name: 'favourite',
    list: 'favourites',
    eventType: 'roomfavourite.dispatch',
    item: ({ roomId, isFavourite }) => (isFavourite ? { room_id: roomId, favourite: true } : undefined),
    removed: (roomId) => ({ room_id: roomId, favourite: false, removed: true }),
  }),
  archived: kind(repository, {
    name: 'archived',
    list: 'archived',
    eventType: 'roomarchive.dispatch',
    item: ({ roomId, archivedSeq }) =>
      archivedSeq === null ? undefined : { room_id: roomId, archived: true, archived_seq: archivedSeq },
    removed: (roomId) => ({ room_id: roomId, archived: false, archived_seq: null, removed: true }),
  }),
  marks: kind(repository, {
    name: 'unread_mark',
    list: 'marks',
    eventType: 'roommarkunread.dispatch',
    item: ({ roomId, markedUnreadSeq }) =>
      markedUnreadSeq === null ? undefined : { room_id: roomId, from_seq: markedUnreadSeq },
    removed: (roomId) => ({ room_id: roomId, from_seq: null, removed: true }),
  }),
  notify: kind(repository, {
    name: 'notify',
    list: 'notify',
    eventType: 'roomnotify.dispatch',
    item: ({ roomId, notifyLevel: level, mutedUntil }) =>
      level === null && mutedUntil === null
        ? undefined
        : { room_id: roomId, level, muted_until: mutedUntil?.toISOString() ?? null },
    removed: (roomId) => ({ room_id: roomId, level: null, muted_until: null, removed: true }),
  }),
});

const kind = <List extends PreferenceList>(
  repository: RoomPreferencesRepository,
  shape: Shape<List>,
): PrivateKind<List> & Pick<Shape<List>, 'item'> => {
  const itemsOf = (all: readonly RoomPreferences[]): Map<string, PrivateItem<List>> =>
    new Map(
      all.flatMap((preferences) => {
        const item = shape.item(preferences);
        return item ? [[preferences.roomId, item] as const] : [];
      }),
    );
  return {
    ...shape,
    read: async (source, userId, roomIds) => itemsOf(await repository.of(source, userId, roomIds)),
    page: async (source, userId, after) => {
      const { preferences, next } = await repository.page(source, userId, after);
      return { items: itemsOf(preferences), next };
    },
  };
};
