import type { RoomRestriction } from '@parley/client/conversations';
import { Restrictions } from '@parley/client/conversations';
import { useEffect, useMemo, useState } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';

interface ShownRestrictions {
  readonly restrictions: Restrictions;
  /** Undefined until they are known. */
  readonly current: readonly RoomRestriction[] | undefined;
}

/** The restrictions in a room, as long as they are shown. @param userId of the only user of whom they are wanted */
export function useRestrictions(roomId: string, userId?: number): ShownRestrictions {
  const { parley } = useChat();
  const restrictions = useMemo(() => new Restrictions(parley, roomId, { userId }), [roomId, userId]);
  const [current, setCurrent] = useState(restrictions.current);
  useEffect(() => {
    const show = (): void => setCurrent(restrictions.current);
    restrictions.onChange(show);
    // They may have been read before this effect ran.
    show();
    return () => restrictions.close();
  }, [restrictions]);
  return { restrictions, current };
}
