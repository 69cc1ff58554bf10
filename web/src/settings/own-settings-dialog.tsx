import type { AddPolicy, OwnSettings } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { BlockedUsersSection } from '../blocking/blocked-users-section.js';
import { useChat } from '../chat/chat-context.js';
import { useLoad } from '../chat/use-load.js';
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

const NO_PROFILE = { first_name: '', last_name: '', status: null, avatar: null };

export function OwnSettingsDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { parley, self, users } = useChat();
  const addPolicy = useSignal<AddPolicy | null>(null);
  /** Rises when the list of sessions must be read again. */
  const sessionsRead = useSignal(0);
  const own = useSignal<OwnSettings | null>(null);
  const update = async (settings: { readonly add_policy?: AddPolicy }): Promise<void> => {
    const changed = await users.update(settings);
    addPolicy.value = changed.add_policy;
    own.value ??= changed;
  };
  useLoad(() => update({}));
  useEffect(
    () =>
      parley.on('settings', (settings) => {
        addPolicy.value = settings.add_policy;
        own.value = settings;
      }),
    [],
  );
  const profile = own.value?.user ?? { ...NO_PROFILE, username: self.username };
  return (
    <Dialog title={t('settings.settings')} onClose={onClose}>
      {/* It keeps its place while it is loaded: what a user points at does not move. */}
      <div inert={!own.value}>
        <PictureField
          name={personName(profile)}
          avatar={profile.avatar}
          shown={profile.avatar}
          roomId={null}
          save={(change) => users.update(change)}
        />
        <ProfileForm key={own.value ? 'loaded' : 'empty'} profile={profile} />
      </div>
      <fieldset class="settings-section settings-choice" disabled={addPolicy.value === null}>
        <legend>{t('settings.whoMayAddMe')}</legend>
        {POLICIES.map(([policy, label]) => (
          <label key={policy}>
            <input
              type="radio"
              name="add-policy"
              checked={addPolicy.value === policy}
              onChange={() => void attempt(() => update({ add_policy: policy }))}
            />
            {t(label)}
          </label>
        ))}
        <p class="hint">{t('settings.whoMayAddMeHint')}</p>
      </fieldset>
      <BlockedUsersSection />
      <OwnNotificationsSection />
      <DeviceNotificationsSection />
      <section class="settings-section">
        <LanguageField onChoose={(language) => void attempt(() => users.update({ language }))} />
      </section>
      <PasswordSection onChanged={() => (sessionsRead.value += 1)} />
      {/* The parts that appear once they are loaded come last. */}
      <SecondFactorSection />
      <AddressSection />
      {own.value?.role !== undefined && <AdministrationLink />}
      <SessionsSection key={sessionsRead.value} />
    </Dialog>
  );
}
