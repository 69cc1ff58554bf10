import type { RoomMember } from '@parley/client';
import { Nicknames } from '@parley/client/conversations';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';

interface RemoveNicknameProps {
  readonly member: RoomMember;
  readonly roomId: string;
}

/** Removes the nickname of another member, if there is one, for leaders of the room. */
export function RemoveNickname({ member, roomId }: RemoveNicknameProps): JSX.Element | null {
  const { parley } = useChat();
  if (member.nickname === null) return null;
  const name = personName(member);
  return (
    <Button
      onClick={() =>
        void attempt(() => new Nicknames(parley).remove(roomId, member.id), {
          4003: t('settings.memberGone', { name }),
        })
      }
    >
      {t('settings.removeNicknameOf', { name })}
    </Button>
  );
}
