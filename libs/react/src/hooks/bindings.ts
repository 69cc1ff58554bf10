import type { Profile, RoomListEntry, Parley } from '@parley/client';

import type { Connection } from '../state/connection-state.js';
import type { Messages } from '../state/messages-state.js';
import type { ObservableState } from '../state/observable-state.js';
import type { RoomList } from '../state/rooms-state.js';
import { NOBODY } from '../state/typing-state.js';
import type { Typers } from '../state/typing-state.js';
import { inRoom, sendingTo } from './sending.js';
import type { Sending } from './sending.js';
import { CONNECTION, MESSAGES, ROOMS, SELF, TYPING } from './kinds.js';
import { SharedStates } from './shared-states.js';
import type { Kind } from './shared-states.js';

/** The functions of React, or of Preact, that the hooks stand on. */
export interface HookLibrary {
  readonly useCallback: <Call extends (...given: never[]) => unknown>(call: Call, inputs: readonly unknown[]) => Call;
  readonly useEffect: (effect: () => () => void, inputs: readonly unknown[]) => void;
  readonly useMemo: <Value>(make: () => Value, inputs: readonly unknown[]) => Value;
  readonly useSyncExternalStore: <Value>(
    subscribe: (listener: () => void) => () => void,
    read: () => Value,
    readOnServer: () => Value,
  ) => Value;
  /** The client of the provider. @throws Error without one */
  readonly useParley: () => Parley;
  /** The address of the service that the provider has. */
  readonly useAddress: () => string | undefined;
}

/** The messages of a room, and the functions that load others. The functions stay the same. */
export interface ShownMessages extends Messages, MessageLoading {}

export interface MessageLoading {
  /** Adds a page of older messages, if there are any. */
  readonly loadOlder: () => Promise<void>;
  /** Adds a page of newer messages, if some were dropped. */
  readonly loadNewer: () => Promise<void>;
  readonly openNewest: () => Promise<void>;
  /** Shows a message, however old it is: the lists of the room scroll to it. @param seq of the message */
  readonly openAround: (seq: number) => Promise<void>;
  /** Whether the reader is at the newest message: then new messages replace the oldest ones of 600. */
  readonly follow: (isAtEnd: boolean) => void;
}

export interface RoomTyping {
  /** The users who are typing in the room, without the user. */
  readonly typers: Typers;
  /** Reports that the user is typing. Call it for every key: it is sent at most every two seconds. */
  readonly notifyTyping: () => void;
}

/** The hooks. Components that show the same share one state of it, and all use the connection of the client. */
export interface Bindings {
  readonly useConnection: () => Connection;
  /** What a state shows that components share, of a kind of an entry of its own. */
  readonly useSnapshot: <Value>(kind: Kind<ObservableState<Value>>, key?: string) => Value;
  /** The profile of the user; null until it is known. */
  readonly useSelf: () => Profile | null;
  /** The rooms of the user. */
  readonly useRooms: () => RoomList;
  /** A room of the user as it is in the list; undefined until it is known, and for a room that the user is not in. */
  readonly useRoom: (roomId: string) => RoomListEntry | undefined;
  /** The messages of a room. The first ones are loaded for the first component that shows them. */
  readonly useMessages: (roomId: string) => ShownMessages;
  readonly useTyping: (roomId: string) => RoomTyping;
  readonly useSend: (roomId: string) => Sending;
  /** A function that reports that the user has read everything up to a `seq`. Reports are batched. */
  readonly useMarkRead: (roomId: string) => (upToSeq: number) => void;
}

/**
 * The functions of a library and the hooks of its bindings, on which the other hooks stand. Those take them as their first
 * argument: an application is built without those that it does not use.
 */
export interface Hooks extends HookLibrary, Bindings {}

/** Makes the hooks of a library. */
export function bindings(library: HookLibrary): Hooks {
  const { useCallback, useMemo, useSyncExternalStore, useParley } = library;

  /** Subscribes a component to a state that other components may share. */
  function useShared<State extends ObservableState<unknown>, Shown>(
    kind: Kind<State>,
    key: string,
    read: (state: State | undefined) => Shown,
  ): Shown {
    const chat = useParley();
    const subscribe = useCallback(
      (listener: () => void) => SharedStates.of(chat).subscribe(kind, key, listener),
      [chat, kind, key],
    );
    return useSyncExternalStore(
      subscribe,
      () => read(SharedStates.of(chat).find(kind, key)),
      () => read(undefined),
    );
  }

  const useSnapshot = <Value>(kind: Kind<ObservableState<Value>>, key = ''): Value =>
    useShared(kind, key, (state) => state?.snapshot ?? kind.empty);

  function useMessages(roomId: string): ShownMessages {
    const chat = useParley();
    const messages = useSnapshot(MESSAGES, roomId);
    const loading = useMemo((): MessageLoading => {
      const state = () => SharedStates.of(chat).find(MESSAGES, roomId);
      return {
        loadOlder: async () => state()?.loadOlder(),
        loadNewer: async () => state()?.loadNewer(),
        openNewest: async () => state()?.openNewest(),
        openAround: async (seq) => state()?.openAround(seq),
        follow: (isAtEnd) => state()?.follow(isAtEnd),
      };
    }, [chat, roomId]);
    return useMemo(() => ({ ...messages, ...loading }), [messages, loading]);
  }

  function useTyping(roomId: string): RoomTyping {
    const chat = useParley();
    const typers = useShared(TYPING, '', (state) => state?.inRoom(roomId) ?? NOBODY);
    const notifyTyping = useCallback(() => {
      inRoom(chat, roomId, (room) => room.typing());
    }, [chat, roomId]);
    return { typers, notifyTyping };
  }

  return {
    ...library,
    useMessages,
    useSnapshot,
    useTyping,
    useConnection: () => useSnapshot(CONNECTION),
    useSelf: () => useSnapshot(SELF),
    useRooms: () => useSnapshot(ROOMS),
    useRoom: (roomId) => useShared(ROOMS, '', (state) => state?.entry(roomId)),
    useSend: (roomId) => {
      const chat = useParley();
      return useMemo(() => sendingTo(chat, roomId), [chat, roomId]);
    },
    useMarkRead: (roomId) => {
      const chat = useParley();
      return useCallback(
        (upToSeq: number) => {
          inRoom(chat, roomId, (room) => room.markRead(upToSeq));
        },
        [chat, roomId],
      );
    },
  };
}
