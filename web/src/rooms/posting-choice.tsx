import type { RoomObject } from '@parley/client';
import type { JSX } from 'preact';

import { Segments } from '../design/segments.js';
import { t } from '../languages/translate.js';

/** Who may write in a channel. */
export type Posting = Extract<RoomObject, { type: 'Channel' }>['posting'];

interface PostingChoiceProps {
  readonly chosen: Posting;
  readonly onChoose: (posting: Posting) => void;
}

/** The question who may write in a channel. */
export const PostingChoice = ({ chosen, onChoose }: PostingChoiceProps): JSX.Element => (
  <div>
    {/* The legend of the choice is for screen readers. */}
    <p aria-hidden="true">{t('rooms.whoMayWrite')}</p>
    <Segments
      legend={t('rooms.whoMayWrite')}
      name="posting"
      options={[
        ['everyone', t('rooms.everyoneWrites')],
        ['moderators', t('rooms.moderatorsWrite')],
      ]}
      chosen={chosen}
      onChoose={onChoose}
    />
  </div>
);
