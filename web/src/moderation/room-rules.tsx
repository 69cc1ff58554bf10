import type { RoomRestriction } from '@parley/client/conversations';
import { useEffect } from 'preact/hooks';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import type { OpenRoom } from '../conversation/open-room.js';
import { t } from '../languages/translate.js';
import { dayAndTime, timeLeft } from './durations.js';
import { useCountdown } from './use-countdown.js';
import { useLastSent } from './use-last-sent.js';
import { useRestrictions } from './use-restrictions.js';

interface RoomRulesProps {
  readonly open: OpenRoom;
  readonly isLeader: boolean;
}

/** Says in place of the composer that the user is muted, and above it how long the user has to wait. */
export function RoomRules({ open, isLeader }: RoomRulesProps): JSX.Element | null {
  const { self } = useChat();
  const { current } = useRestrictions(open.id, self.id);
  const own = current?.find(({ kind }) => kind === 'mute');
  const left = useCountdown(endOf(own));
  // It ends at its time, also before the service says so.
  const isMuted = own !== undefined && left > 0;
  useEffect(() => {
    if (current) open.isMuted.value = isMuted;
  }, [current, isMuted]);
  if (isMuted) return <MutedNote restriction={own} left={left} />;
  return isLeader ? null : <SlowMode open={open} />;
}

function endOf(restriction: RoomRestriction | undefined): number {
  if (!restriction) return 0;
  return restriction.until === null ? Infinity : Date.parse(restriction.until);
}

interface MutedNoteProps {
  readonly restriction: RoomRestriction;
  readonly left: number;
}

const MutedNote = ({ restriction: { until, reason }, left }: MutedNoteProps): JSX.Element => (
  <div class="composer-closed">
    <p role="status">
      {until === null ? t('composer.muted') : t('composer.mutedUntil', { time: dayAndTime(until) })}
      {reason !== null && ` ${t('composer.restrictionReason', { reason })}`}
    </p>
    {until !== null && <p role="timer">{t('composer.timeLeft', { time: timeLeft(left) })}</p>}
  </div>
);

function SlowMode({ open }: Pick<RoomRulesProps, 'open'>): JSX.Element | null {
  const room = open.info.value;
  const seconds = room && room.type !== 'OneToOneChat' ? room.slow_mode_seconds : 0;
  const lastSent = useLastSent(open);
  const left = useCountdown(seconds === 0 ? 0 : lastSent + seconds * 1_000);
  return left > 0 ? (
    <p class="composer-closed composer-wait" role="timer">
      {t('composer.slowMode', { time: timeLeft(left) })}
    </p>
  ) : null;
}
