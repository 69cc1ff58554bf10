import type { RoomListEntry } from '@parley/client';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Switch } from '../design/field.js';
import { attempt } from '../errors.js';

/** What the user prefers for the room: nobody else sees it. */
export function PreferencesSection({ entry }: { readonly entry: RoomListEntry }): JSX.Element {
  const { preferences } = useChat();
  return (
    <section class="settings-section" aria-label="Only for you">
      <h3>Only for you</h3>
      <Switch
        label="Archived"
        hint="Hidden at the end of your list of rooms until the next message. While it is muted, it stays there."
        isOn={preferences.isArchived(entry)}
        onChange={(isArchived) => void attempt(() => preferences.archive(entry.id, isArchived))}
      />
    </section>
  );
}
