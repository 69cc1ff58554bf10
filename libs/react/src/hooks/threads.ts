import type { Message, Parley } from '@parley/client';
import { Threads } from '@parley/client/conversations';
import type { ReplyOptions, ThreadSummary } from '@parley/client/conversations';

import { NO_THREAD, ThreadState } from '../state/thread-state.js';
import type { ThreadMessages } from '../state/thread-state.js';
import type { Hooks } from './bindings.js';
import { inRoom } from './sending.js';
import { SharedStates } from './shared-states.js';
import type { Kind } from './shared-states.js';

/** The messages of a thread, and its functions, which stay the same. */
export interface ShownThread extends ThreadMessages, ThreadActs {}

export interface ThreadActs {
  /** Adds a page of older messages, if there are any. */
  readonly loadOlder: () => Promise<void>;
  /** Reports that the user has read the replies up to a `seq`. */
  readonly markRead: (upToSeq: number) => void;
  /**
   * Queues a reply, which is among the messages from then on.
   * @throws ParleyError when it is refused permanently. It need not be caught
   */
  readonly reply: (text: string, options?: ReplyOptions) => Promise<Message>;
}

const ofClients = new WeakMap<Parley, Threads>();

/** The threads of a client: one object, which keeps the summaries that have changed since its first use. */
function threadsOf(chat: Parley): Threads {
  const threads = ofClients.get(chat) ?? new Threads(chat);
  ofClients.set(chat, threads);
  return threads;
}

/** No id of a room has it. */
const SEPARATOR = ' ';

const THREAD: Kind<ThreadState> = {
  empty: NO_THREAD,
  create: (chat, key) => {
    const [roomId = '', threadId = ''] = key.split(SEPARATOR);
    return new ThreadState(chat, threadsOf(chat), roomId, threadId);
  },
};

export function useThreadWith(hooks: Hooks, roomId: string, messageId: string): ShownThread {
  const { useMemo, useParley, useSnapshot } = hooks;
  const chat = useParley();
  const key = [roomId, messageId].join(SEPARATOR);
  const thread = useSnapshot(THREAD, key);
  const acts = useMemo((): ThreadActs => {
    const state = (): ThreadState | undefined => SharedStates.of(chat).find(THREAD, key);
    return {
      loadOlder: async () => state()?.loadOlder(),
      markRead: (upToSeq) => state()?.markRead(upToSeq),
      reply: (text, options) => {
        const stored = inRoom(chat, roomId, () => threadsOf(chat).reply(roomId, messageId, text, options));
        stored.catch(() => undefined);
        return stored;
      },
    };
  }, [chat, roomId, messageId, key]);
  return useMemo(() => ({ ...thread, ...acts }), [thread, acts]);
}

export function useThreadSummaryWith(hooks: Hooks, message: Message): ThreadSummary | null {
  const { useCallback, useParley, useSyncExternalStore } = hooks;
  const threads = threadsOf(useParley());
  const subscribe = useCallback((listener: () => void) => threads.onChange(listener), [threads]);
  const read = (): ThreadSummary | null => threads.summaryOf(message);
  return useSyncExternalStore(subscribe, read, read);
}
