import type { HeldMessage } from '@parley/protocol';
import type { JSX } from 'preact';

import { toast } from '../../../src/design/toasts.js';
import { post } from '../api.js';
import { ActButton } from '../app/act-button.js';
import { Mark, Time } from '../app/facts.js';
import { Heading } from '../app/heading.js';
import { ItemList } from '../app/item-list.js';
import { useKeptFocus } from '../app/kept-focus.js';
import { RoomLink, UserLink } from '../app/link.js';
import { useList } from '../app/use-list.js';
import { t } from '../languages/texts.js';

/** The messages that are held for review, of all rooms. */
export function HeldPage(): JSX.Element {
  const list = useList<HeldMessage>('held/', 'held');
  return (
    <>
      <Heading title={t('held.title')} />
      <ItemList
        label={t('held.title')}
        list={list}
        keyOf={({ message_id, action }) => `${message_id} ${action}`}
        empty={t('held.none')}
        row={(held) => (
          <HeldView
            held={held}
            onDecide={async (allow) => {
              await post(`held/${held.message_id}/release/`, { allow });
              toast(allow ? t('held.allowed') : t('held.rejected'));
              await list.reload();
            }}
          />
        )}
      />
    </>
  );
}

interface HeldViewProps {
  readonly held: HeldMessage;
  readonly onDecide: (allow: boolean) => Promise<void>;
}

function HeldView({ held, onDecide }: HeldViewProps): JSX.Element {
  const { sender, room_id, action, content, held_at, held_until } = held;
  useKeptFocus();
  return (
    <>
      <p class="row-title">
        <UserLink username={sender.username} /> {action === 'edit' && <Mark>{t('held.edit')}</Mark>}
      </p>
      <blockquote class="seen">
        <p class="description" dir="auto">
          {content}
        </p>
      </blockquote>
      <p class="row-note">
        <Time iso={held_at} /> · {t('held.until')} <Time iso={held_until} /> · <RoomLink id={room_id} />
      </p>
      <div class="acts">
        <ActButton
          label={t('held.allow')}
          name={t('held.allowOf', { name: sender.username })}
          onAct={() => onDecide(true)}
        />
        <ActButton
          kind="danger"
          label={t('held.reject')}
          name={t('held.rejectOf', { name: sender.username })}
          onAct={() => onDecide(false)}
        />
      </div>
    </>
  );
}
