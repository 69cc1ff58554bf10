import type { RoomChanges, RoomObject } from '@parley/client';
import type { JSX } from 'preact';

import type { OpenRoom } from '../conversation/open-room.js';
import { Switch } from '../design/field.js';
import { attempt } from '../errors.js';
import { MessageRules } from '../moderation/message-rules.js';
import { t } from '../languages/translate.js';
import { PostingChoice } from '../rooms/posting-choice.js';
import { ReactionsChoice } from './reactions-choice.js';

interface RulesProps {
  readonly open: OpenRoom;
  readonly room: Exclude<RoomObject, { type: 'OneToOneChat' }>;
}

export function RulesSection({ open, room }: RulesProps): JSX.Element {
  const update = (changes: RoomChanges): void => {
    void attempt(() => open.room.update(changes));
  };
  return (
    <section class="settings-section" aria-label={t('settings.rules')}>
      <h3>{t('settings.rules')}</h3>
      {room.type === 'Channel' ? (
        <>
          <PostingChoice chosen={room.posting} onChoose={(posting) => update({ posting })} />
          <Switch
            label={t('rooms.public')}
            hint={t('rooms.publicHint')}
            isOn={room.is_public}
            onChange={(isPublic) => update({ is_public: isPublic })}
          />
        </>
      ) : (
        <>
          <Switch
            label={t('settings.locked')}
            hint={t('settings.lockedHint')}
            isOn={room.group_locked}
            onChange={(isLocked) => update({ group_locked: isLocked })}
          />
          <Switch
            label={t('rooms.joinByApproval')}
            hint={t('rooms.joinByApprovalHint')}
            isOn={room.join_approval_required}
            onChange={(isRequired) => update({ join_approval_required: isRequired })}
          />
        </>
      )}
      <ReactionsChoice chosen={room.reactions} onChoose={(reactions) => update({ reactions })} />
      <MessageRules room={room} onChange={update} />
    </section>
  );
}
