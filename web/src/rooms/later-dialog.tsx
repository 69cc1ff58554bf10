import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Dialog } from '../design/dialog.js';
import { Segments } from '../design/segments.js';
import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { SavedList } from '../saved/saved-list.js';
import { ScheduledList } from '../scheduled/scheduled-list.js';

type Kind = 'saved' | 'scheduled';

const KINDS: readonly (readonly [Kind, TextKey])[] = [
  ['saved', 'rooms.saved'],
  ['scheduled', 'rooms.scheduled'],
];

/** Shows saved messages, and messages that are sent later. */
export function LaterDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const kind = useSignal<Kind>('saved');
  return (
    <Dialog title={t('rooms.savedAndScheduled')} onClose={onClose} isWide>
      <Segments
        legend={t('rooms.messages')}
        name="later"
        options={KINDS.map(([value, label]) => [value, t(label)] as const)}
        chosen={kind.value}
        onChoose={(chosen) => (kind.value = chosen)}
      />
      {kind.value === 'saved' ? <SavedList onClose={onClose} /> : <ScheduledList />}
    </Dialog>
  );
}
