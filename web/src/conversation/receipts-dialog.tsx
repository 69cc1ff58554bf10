import type { Message, User } from '@parley/client';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Avatar } from '../design/avatar.js';
import { Dialog } from '../design/dialog.js';
import { numberText, t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';
import type { OpenRoom } from './open-room.js';
import { receiversOf } from './receipts.js';

interface ReceiptsDialogProps {
  readonly message: Message;
  readonly open: OpenRoom;
  readonly onClose: () => void;
}

/** The members who have read a message, and those who have only received it. */
export function ReceiptsDialog({ message: { id }, open, onClose }: ReceiptsDialogProps): JSX.Element {
  const { marks, self } = useChat();
  const members = open.members.value;
  // Its present state, which has the latest receipts.
  const message = open.messages.value.find((each): each is Message => 'id' in each && each.id === id);
  const { read, delivered, others } = receiversOf(
    message ?? NOTHING_RECEIVED,
    members ?? [],
    marks.inRoom(open.id),
    self,
  );
  return (
    <Dialog title={t('conversation.receipts')} onClose={onClose}>
      {members === null && <p class="muted">{t('conversation.loadingReceipts')}</p>}
      <Receivers title={t('conversation.readers')} users={read} />
      <Receivers title={t('conversation.receivers')} users={delivered} />
      <Receivers title={t('conversation.notDelivered')} users={others} />
    </Dialog>
  );
}

const NOTHING_RECEIVED = { seq: Infinity, read_receipts: [], delivered_to: [] };

function Receivers({ title, users }: { readonly title: string; readonly users: readonly User[] }): JSX.Element | null {
  if (users.length === 0) return null;
  return (
    <section class="receivers" aria-label={title}>
      <h3>
        {title} <span class="muted">{numberText(users.length)}</span>
      </h3>
      <ul>
        {users.map((user) => (
          <li key={user.id}>
            <Avatar name={personName(user)} url={user.avatar} size="small" />
            <bdi>{personName(user)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
