import type { RoomObject } from '@parley/client';
import type { JSX } from 'preact';

import { Segments } from '../design/segments.js';
import { t } from '../languages/translate.js';

type Reactions = RoomObject['reactions'];

interface ReactionsChoiceProps {
  readonly chosen: Reactions;
  readonly onChoose: (reactions: Reactions) => void;
}

/** The question how many reactions a member has to a message. */
export const ReactionsChoice = ({ chosen, onChoose }: ReactionsChoiceProps): JSX.Element => (
  <div>
    {/* The legend of the choice is for screen readers. */}
    <p aria-hidden="true">{t('settings.reactions')}</p>
    <Segments
      legend={t('settings.reactions')}
      name="reactions"
      options={[
        ['one', t('settings.oneReaction')],
        ['many', t('settings.manyReactions')],
      ]}
      chosen={chosen}
      onChoose={onChoose}
    />
    <p class="hint">{t('settings.reactionsHint')}</p>
  </div>
);
