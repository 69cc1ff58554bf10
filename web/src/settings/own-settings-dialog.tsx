import type { AddPolicy, OwnSettings } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { BlockedUsersSection } from '../blocking/blocked-users-section.js';
import { useChat } from '../chat/chat-context.js';
import { Dialog } from '../design/dialog.js';
import { LanguageField } from '../design/language-field.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { personName } from '../rooms/names.js';
import { AddressSection } from './address-section.js';
import { AdministrationLink } from './administration-link.js';
import { DeviceNotificationsSection } from './device-notifications-section.js';
import { OwnNotificationsSection } from './own-notifications-section.js';
import { PasswordSection } from './password-section.js';
import { PictureField } from './picture-field.js';
import { SecondFactorSection } from './second-factor-section.js';
import { SessionsSection } from './sessions-section.js';
import { ProfileForm } from './profile-form.js';

const POLICIES: readonly (readonly [AddPolicy, TextKey])[] = [
  ['everyone', 'settings.everyone'],
  ['shared', 'settings.sharedRoom'],
  ['nobody', 'settings.nobody'],
];

export function OwnSettingsDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { parley, users } = useChat();
  const addPolicy = useSignal<AddPolicy | null>(null);
  /** Rises when the list of sessions must be read again. */
  const sessionsRead = useSignal(0);
  const own = useSignal<OwnSettings | null>(null);
  const update = (settings: { readonly add_policy?: AddPolicy }): void => {
    void attempt(async () => {
      const changed = await users.update(settings);
      addPolicy.value = changed.add_policy;
      own.value ??= changed;
    });
  };
  useEffect(() => {
    update({});
    return parley.on('settings', (settings) => {
      addPolicy.value = settings.add_policy;
      own.value = settings;
    });
  }, []);
  return (
    <Dialog title={t('settings.settings')} onClose={onClose}>
      {own.value && (
        <>
          <PictureField
            name={personName(own.value.user)}
            avatar={own.value.user.avatar}
            shown={own.value.user.avatar}
            roomId={null}
            save={(change) => users.update(change)}
          />
          <ProfileForm profile={own.value.user} />
          <AddressSection />
        </>
      )}
      <fieldset class="settings-section settings-choice" disabled={addPolicy.value === null}>
        <legend>{t('settings.whoMayAddMe')}</legend>
        {POLICIES.map(([policy, label]) => (
          <label key={policy}>
            <input
              type="radio"
              name="add-policy"
              checked={addPolicy.value === policy}
              onChange={() => update({ add_policy: policy })}
            />
            {t(label)}
          </label>
        ))}
        <p class="hint">{t('settings.whoMayAddMeHint')}</p>
      </fieldset>
      {own.value?.role !== undefined && <AdministrationLink />}
      <BlockedUsersSection />
      <OwnNotificationsSection />
      <DeviceNotificationsSection />
      <SessionsSection key={sessionsRead.value} />
      <section class="settings-section">
        <LanguageField onChoose={(language) => void attempt(() => users.update({ language }))} />
      </section>
      <PasswordSection onChanged={() => (sessionsRead.value += 1)} />
      <SecondFactorSection />
    </Dialog>
  );
}
