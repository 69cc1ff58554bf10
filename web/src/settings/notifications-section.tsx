import type { NotifyLevel } from '@parley/client/private-state';
import type { ComponentChildren, JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { attempt } from '../errors.js';
import { locale, t, textWithElements } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { levels, NotifyChoice } from './notify-choice.js';

const HOUR_MS = 3_600_000;
/** The hour of the next day at which a mute until tomorrow ends. */
const MORNING = 8;

function tomorrow(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING);
}

const inHours = (count: number) => (now: Date) => new Date(now.getTime() + count * HOUR_MS);

const AS_IN_OTHER_ROOMS: Readonly<Record<NotifyLevel, TextKey>> = {
  all: 'settings.asInOtherRoomsAll',
  mentions: 'settings.asInOtherRoomsMentions',
  none: 'settings.asInOtherRoomsNothing',
};

const moment = (iso: string): string =>
  new Date(iso).toLocaleString(locale.value, { weekday: 'short', hour: 'numeric', minute: '2-digit' });

/** Of which messages of the room the user is notified. */
export function NotificationsSection({ roomId }: { readonly roomId: string }): JSX.Element {
  const { preferences } = useChat();
  const { level, muted_until: mutedUntil } = preferences.notifyChoice(roomId);
  const usual = t(AS_IN_OTHER_ROOMS[preferences.userNotify.level]);
  const choose = (choice: Parameters<typeof preferences.notifyRoom>[1]): void => {
    void attempt(() => preferences.notifyRoom(roomId, choice));
  };
  const muteButton = (end: (now: Date) => Date) => (content: ComponentChildren) => (
    <Button onClick={() => choose({ muted_until: end(new Date()).toISOString() })}>{content}</Button>
  );
  const unmuteButton = (content: ComponentChildren): JSX.Element => (
    <Button onClick={() => choose({ muted_until: null })}>{content}</Button>
  );
  return (
    <NotifyChoice
      name="room-notify"
      legend={t('settings.notifications')}
      options={[[null, usual], ...levels()]}
      chosen={level}
      onChoose={(chosen) => choose({ level: chosen, muted_until: mutedUntil })}
    >
      <p class="settings-mutes">
        {mutedUntil === null
          ? textWithElements('settings.mute', {
              hour: muteButton(inHours(1)),
              hours: muteButton(inHours(8)),
              tomorrow: muteButton(tomorrow),
            })
          : textWithElements('settings.mutedUntil', { unmute: unmuteButton }, { time: moment(mutedUntil) })}
      </p>
    </NotifyChoice>
  );
}
