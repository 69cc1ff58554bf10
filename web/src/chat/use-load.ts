import { useEffect, useRef } from 'preact/hooks';

import { attempt } from '../errors.js';
import { useChat } from './chat-context.js';

/**
 * Loads what a part of the page shows, and shows an error. Without a connection it waits for one; a load that fails is
 * repeated with the next connection.
 * @param of what is loaded, such as the id of a room: another one is loaded in its place
 * @returns loads again
 */
export function useLoad(load: () => Promise<unknown>, of = ''): () => Promise<boolean> {
  const { state } = useChat();
  const loaded = useRef<string | null>(null);
  const isOnline = state.value === 'online';
  const run = async (): Promise<boolean> => {
    const succeeded = await attempt(load);
    if (succeeded) loaded.current = of;
    return succeeded;
  };
  useEffect(() => {
    if (isOnline && loaded.current !== of) void run();
  }, [of, isOnline]);
  return run;
}
