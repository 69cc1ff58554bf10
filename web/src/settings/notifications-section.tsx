import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { attempt } from '../errors.js';
import { LEVELS, NotifyChoice } from './notify-choice.js';

const HOUR_MS = 3_600_000;
/** The hour of the next day at which a mute until tomorrow ends. */
const MORNING = 8;

function tomorrow(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING);
}

const MUTES: readonly (readonly [string, (now: Date) => Date])[] = [
  ['for 1 hour', (now) => new Date(now.getTime() + HOUR_MS)],
  ['for 8 hours', (now) => new Date(now.getTime() + 8 * HOUR_MS)],
  ['until tomorrow', tomorrow],
];

const moment = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' });

/** Of which messages of the room the user is notified. */
export function NotificationsSection({ roomId }: { readonly roomId: string }): JSX.Element {
  const { preferences } = useChat();
  const { level, muted_until: mutedUntil } = preferences.notifyChoice(roomId);
  const usual = LEVELS.find(([each]) => each === preferences.userNotify.level)?.[1] ?? '';
  const choose = (choice: Parameters<typeof preferences.notifyRoom>[1]): void => {
    void attempt(() => preferences.notifyRoom(roomId, choice));
  };
  return (
    <NotifyChoice
      name="room-notify"
      legend="Notifications"
      options={[[null, `As in other rooms: ${usual.toLowerCase()}`], ...LEVELS]}
      chosen={level}
      onChoose={(chosen) => {
        choose({ level: chosen, muted_until: mutedUntil });
      }}
    >
      {mutedUntil === null ? (
        <p class="settings-mutes">
          Mute{' '}
          {MUTES.map(([label, end]) => (
            <Button
              key={label}
              onClick={() => {
                choose({ muted_until: end(new Date()).toISOString() });
              }}
            >
              {label}
            </Button>
          ))}
        </p>
      ) : (
        <p class="settings-mutes">
          Muted until {moment.format(new Date(mutedUntil))}{' '}
          <Button
            onClick={() => {
              choose({ muted_until: null });
            }}
          >
            Unmute
          </Button>
        </p>
      )}
    </NotifyChoice>
  );
}
