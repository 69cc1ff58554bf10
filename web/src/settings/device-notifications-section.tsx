import type { JSX } from 'preact';

import { Switch } from '../design/field.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { hasSound, isOn, setSound, support } from '../notifications/device-notifications.js';
import { turnOff, turnOn } from '../notifications/push-subscription.js';

const REASONS = {
  insecure: 'settings.notificationsNeedHttps',
  unsupported: 'settings.notificationsUnsupported',
  denied: 'settings.notificationsDenied',
} as const;

/** Whether this device shows notifications. The browser asks for the permission when the user turns them on. */
export function DeviceNotificationsSection(): JSX.Element {
  const supported = support();
  return (
    <section class="settings-section" aria-label={t('settings.notificationsOnDevice')}>
      <h3>{t('settings.notificationsOnDevice')}</h3>
      {supported === 'supported' || isOn.value ? (
        <>
          <Switch
            label={t('settings.showNotifications')}
            hint={t('settings.showNotificationsHint')}
            isOn={isOn.value}
            onChange={(isWanted) => void attempt(isWanted ? turnOn : turnOff)}
          />
          {isOn.value && <Switch label={t('settings.sound')} isOn={hasSound.value} onChange={setSound} />}
        </>
      ) : (
        <p class="hint">{t(REASONS[supported])}</p>
      )}
    </section>
  );
}
