import type { Nicknames } from '@parley/client/conversations';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import type { OpenRoom } from '../conversation/open-room.js';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { toast } from '../design/toasts.js';
import { attempt } from '../errors.js';
import { useFieldErrors } from '../field-errors.js';
import { t } from '../languages/translate.js';
import { useNicknames } from './use-nicknames.js';
import './nicknames.css';

const LONGEST_NICKNAME = 50;
const FIELDS = ['nickname'] as const;

interface OwnNicknameProps {
  readonly open: OpenRoom;
}

/** Sets or removes the nickname of the user in a room, as soon as it is known. */
export function OwnNickname({ open }: OwnNicknameProps): JSX.Element | null {
  const { self } = useChat();
  const nicknames = useNicknames(open);
  const own = open.members.value?.find(({ id }) => id === self.id);
  return own ? <NicknameForm {...{ open, nicknames }} present={own.nickname ?? ''} /> : null;
}

interface NicknameFormProps extends OwnNicknameProps {
  readonly nicknames: Nicknames;
  /** Empty: there is none. */
  readonly present: string;
}

function NicknameForm({ open, nicknames, present }: NicknameFormProps): JSX.Element {
  const nickname = useSignal(present);
  const isBusy = useSignal(false);
  const { errors, show } = useFieldErrors(FIELDS);
  // It may change on another device, and the word rules of the service may change it.
  useLayoutEffect(() => {
    nickname.value = present;
  }, [present]);
  const save = async (chosen: string): Promise<void> => {
    isBusy.value = true;
    errors.value = {};
    const change = (): Promise<void> => (chosen === '' ? nicknames.remove(open.id) : nicknames.set(open.id, chosen));
    const mayBeMuted = open.info.value?.type !== 'OneToOneChat';
    const isDone = await attempt(change, mayBeMuted ? { 4002: t('settings.nicknameWhileMuted') } : {}, show);
    isBusy.value = false;
    if (isDone) toast(t('settings.saved'));
  };
  const typed = nickname.value.trim();
  return (
    <form
      class="own-nickname"
      onSubmit={(event) => {
        event.preventDefault();
        void save(typed);
      }}
    >
      <Field
        label={t('settings.nickname')}
        hint={t('settings.nicknameHint')}
        value={nickname}
        error={errors.value.nickname}
        maxLength={LONGEST_NICKNAME}
        autocomplete="off"
      />
      <div class="own-nickname-buttons">
        {typed !== present && (
          <Button kind="primary" type="submit" isBusy={isBusy.value}>
            {t('design.save')}
          </Button>
        )}
        {present !== '' && (
          <Button isBusy={isBusy.value} onClick={() => void save('')}>
            {t('settings.removeNickname')}
          </Button>
        )}
      </div>
    </form>
  );
}
