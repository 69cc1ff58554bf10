import { Nicknames } from '@parley/client/conversations';
import { useEffect, useMemo } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import type { OpenRoom } from '../conversation/open-room.js';
import { withNickname } from './member-names.js';

/** The nicknames of a room, whose list of members follows their changes as long as it is shown. */
export function useNicknames({ id, members }: OpenRoom): Nicknames {
  const { parley } = useChat();
  const nicknames = useMemo(() => new Nicknames(parley), [parley]);
  const follow = (): (() => void) =>
    nicknames.onChange(id, (change) => {
      if (members.value) members.value = withNickname(members.value, change);
    });
  useEffect(follow, [nicknames, id]);
  return nicknames;
}
