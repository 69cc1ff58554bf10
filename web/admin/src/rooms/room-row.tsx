import type { JSX } from 'preact';

import { shortTime } from '../../../src/design/times.js';
import { Mark } from '../app/facts.js';
import { RoomLink, UserLink } from '../app/link.js';
import { t } from '../languages/texts.js';
import type { RoomSummary } from './answers.js';
import { roomName, typeName } from './room-names.js';

interface RoomRowProps {
  readonly room: RoomSummary;
  /** Of a user in it. */
  readonly role?: string;
}

/** A room in a list. */
export function RoomRow({ room, role }: RoomRowProps): JSX.Element {
  return (
    <>
      <p class="row-title">
        <RoomLink id={room.id} name={roomName(room)} /> <Mark>{typeName(room.type)}</Mark>{' '}
        {role !== undefined && <Mark kind="good">{role}</Mark>}{' '}
        {room.held_at !== null && <Mark kind="warn">{t('rooms.held')}</Mark>}
      </p>
      <p class="row-note">
        {t('rooms.memberCount', { count: room.members })} · {t('rooms.changeCount', { count: room.last_seq })} ·{' '}
        <time dateTime={room.created_at}>{t('rooms.since', { time: shortTime(room.created_at, new Date()) })}</time>{' '}
        {room.creator !== null && <UserLink username={room.creator} />}
      </p>
    </>
  );
}
