import type { DoNotDisturb } from '@parley/client/private-state';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Switch } from '../design/field.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { levels, NotifyChoice } from './notify-choice.js';

const NIGHT = { from: '22:00', to: '07:00' };

/** Of which messages the user is notified in rooms without a choice of their own, and the quiet hours. */
export function OwnNotificationsSection(): JSX.Element {
  const { preferences } = useChat();
  const { level, do_not_disturb: hours } = preferences.userNotify;
  const change = (settings: Parameters<typeof preferences.notifyUser>[0]): void => {
    void attempt(() => preferences.notifyUser(settings));
  };
  return (
    <NotifyChoice
      name="user-notify"
      legend={t('settings.notifications')}
      options={levels()}
      chosen={level}
      onChoose={(chosen) => change({ level: chosen })}
    >
      <>
        <Switch
          label={t('settings.quietHours')}
          hint={t('settings.quietHoursHint')}
          isOn={hours !== null}
          onChange={(isOn) => {
            const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
            change({ do_not_disturb: isOn ? { ...NIGHT, timezone } : null });
          }}
        />
        {hours && <QuietHours hours={hours} onChange={(changed) => change({ do_not_disturb: changed })} />}
      </>
    </NotifyChoice>
  );
}

interface QuietHoursProps {
  readonly hours: DoNotDisturb;
  readonly onChange: (hours: DoNotDisturb) => void;
}

const QuietHours = ({ hours, onChange }: QuietHoursProps): JSX.Element => (
  <p class="settings-hours">
    {(['from', 'to'] as const).map((end) => (
      <label key={end}>
        {end === 'from' ? t('settings.quietFrom') : t('settings.quietTo')}
        <input
          type="time"
          class="input"
          value={hours[end]}
          onChange={({ currentTarget: { value } }) => {
            if (value !== '') onChange({ ...hours, [end]: value });
          }}
        />
      </label>
    ))}
    <span class="hint">{hours.timezone}</span>
  </p>
);
