import { LocalStorage } from '@parley/client';
import type { Message, Parley, ParleyOptions, RoomListEntry, StoredState } from '@parley/client';
import type { PrivateState } from '@parley/client/private-state';
import { ChatStore, IndexedDbRecords, Tabs } from '@parley/client/store';
import type { StoredRoom } from '@parley/client/store';

const PREFIX = 'parley:';

const nameOf = (userId: number): string => PREFIX + String(userId);

/** The database of the files that a user has not sent yet. */
export const keptFilesName = (userId: number): string => `${nameOf(userId)}:files`;

/** The part of a user's chat that the browser stores. */
export interface KeptChat {
  readonly options: Pick<ParleyOptions, 'storage' | 'WebSocket'>;
  /** To be called once, right after the client was created with the options. */
  attach(parley: Parley, privateState: PrivateState): void;
  /** The rooms of the last time, the latest activity first. */
  rooms(): Promise<readonly StoredRoom[]>;
  /** The counts of unread messages as they are shown, for the next start without a connection. */
  keepUnread(rooms: readonly RoomListEntry[]): void;
  /** The newest messages of a room, as {@link HistoryWindow.openStored} takes them. */
  messages(roomId: string): Promise<readonly Message[]>;
  /** Resolves when everything is stored. Close the client before. */
  close(): Promise<void>;
  /** Removes everything, for a user who logs out. Close the client before. */
  remove(): Promise<void>;
}

/**
 * Rooms, messages, private state and unsent messages in IndexedDB, and one connection for all tabs; where the browser
 * does not allow that, unsent messages alone, and a connection for each tab.
 */
export function keptChat(userId: number): KeptChat {
  const name = nameOf(userId);
  const tabKey = `${PREFIX}line:${String(userId)}`;
  if (!canShare() || hasUnsent(tabKey)) return inTab(new LocalStorage(tabKey, sessionStorage));
  removeOthers(name, keptFilesName(userId)).catch(() => undefined);
  return inBrowser(name, keptFilesName(userId));
}

/** The browser has locks in secure contexts only. */
const canShare = (): boolean => isSecureContext && 'indexedDB' in globalThis && 'BroadcastChannel' in globalThis;

/** An earlier build kept the unsent messages of each tab alone: they are sent from there. */
function hasUnsent(tabKey: string): boolean {
  const state = JSON.parse(sessionStorage.getItem(tabKey) ?? '{}') as Partial<StoredState>;
  return (state.outbox?.length ?? 0) > 0;
}

function inBrowser(name: string, filesName: string): KeptChat {
  const tabs = new Tabs(name);
  const store = new ChatStore(new IndexedDbRecords(name), { tabs });
  return {
    options: { storage: store, WebSocket: tabs.WebSocket },
    attach: (parley, privateState) => store.attach(parley, privateState),
    rooms: () => store.rooms(),
    keepUnread: (rooms) => store.keepUnread(rooms),
    messages: (roomId) => store.messages(roomId),
    close: () => store.close().finally(() => tabs.close()),
    remove: () =>
      Promise.all([store.destroy(), new IndexedDbRecords(filesName).destroy()])
        .then(() => undefined)
        .finally(() => tabs.close()),
  };
}

function inTab(storage: LocalStorage): KeptChat {
  return {
    options: { storage },
    attach: () => undefined,
    rooms: () => Promise.resolve([]),
    keepUnread: () => undefined,
    messages: () => Promise.resolve([]),
    close: () => Promise.resolve(),
    remove: () => storage.save({ positions: {}, outbox: [] }),
  };
}

/** Removes what the browser keeps of other users, whose log-ins have ended. */
async function removeOthers(...own: string[]): Promise<void> {
  const databases = await indexedDB.databases();
  const others = databases.flatMap(({ name: other }) =>
    other?.startsWith(PREFIX) && !own.includes(other) ? [other] : [],
  );
  await Promise.all(others.map((other) => new IndexedDbRecords(other).destroy()));
}
