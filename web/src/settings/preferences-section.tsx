import type { RoomListEntry } from '@parley/client';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Switch } from '../design/field.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';

/** The preferences of the user for the room. Nobody else sees them. */
export function PreferencesSection({ entry }: { readonly entry: RoomListEntry }): JSX.Element {
  const { preferences } = useChat();
  return (
    <section class="settings-section" aria-label={t('settings.onlyForYou')}>
      <h3>{t('settings.onlyForYou')}</h3>
      <Switch
        label={t('settings.archived')}
        hint={t('settings.archivedHint')}
        isOn={preferences.isArchived(entry)}
        onChange={(isArchived) => void attempt(() => preferences.archive(entry.id, isArchived))}
      />
    </section>
  );
}
