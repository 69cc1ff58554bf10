import type { JSX } from 'preact';

import { Facts, Mark, Time } from '../app/facts.js';
import { UserLink } from '../app/link.js';
import { numberText } from '../app/numbers.js';
import { t } from '../languages/texts.js';
import type { RoomDetail } from './answers.js';
import { retentionText, typeName } from './room-names.js';

const yesOrNo = (is: boolean): string => (is ? t('app.yes') : t('app.no'));

const limit = (value: number | null): string => (value === null ? t('rooms.ofDeployment') : numberText(value));

const seconds = (value: number | null): string =>
  value === null || value === 0 ? t('app.no') : t('rooms.seconds', { count: value });

/** The settings of the leaders of a room, and its legal hold. */
export function RoomSettings({ room }: { readonly room: RoomDetail }): JSX.Element {
  return (
    <section class="card" aria-label={t('rooms.settings')}>
      {room.held_at !== null && (
        <p>
          <Mark kind="warn">{t('rooms.held')}</Mark> <Time iso={room.held_at} /> <bdi>{room.hold_reason}</bdi>
        </p>
      )}
      <Facts
        facts={[
          [t('rooms.id'), <code>{room.id}</code>],
          [t('rooms.type'), typeName(room.type)],
          [t('rooms.description'), room.description === '' ? null : <bdi>{room.description}</bdi>],
          [t('rooms.creator'), room.creator === null ? null : <UserLink username={room.creator} />],
          [t('rooms.members'), numberText(room.members)],
          [t('rooms.lastNumber'), numberText(room.last_seq)],
          [t('rooms.createdAt'), <Time iso={room.created_at} />],
          [t('rooms.updatedAt'), <Time iso={room.updated_at} />],
          [t('rooms.retention'), retentionText(room.retention_days)],
          [t('rooms.isPublic'), yesOrNo(room.is_public)],
          [t('rooms.isLocked'), yesOrNo(room.group_locked)],
          [t('rooms.approval'), yesOrNo(room.join_approval_required)],
          [t('rooms.maxMembers'), limit(room.max_members)],
          [t('rooms.slowMode'), seconds(room.slow_mode_seconds)],
          [t('rooms.lifetime'), seconds(room.message_ttl_seconds)],
          [t('rooms.maxLength'), limit(room.max_message_length)],
          [t('rooms.media'), yesOrNo(room.media_allowed)],
          [t('rooms.isClosed'), room.is_closed ? t('app.yes') : null],
        ]}
      />
    </section>
  );
}
