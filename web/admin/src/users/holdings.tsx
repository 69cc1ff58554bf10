import type { JSX } from 'preact';

import { AnswerView } from '../app/answer-view.js';
import { Facts } from '../app/facts.js';
import { fileSize } from '../app/numbers.js';
import { useAnswer } from '../app/use-answer.js';
import { t } from '../languages/texts.js';
import { userPath } from './account.js';
import type { UserHoldings } from './answers.js';

interface HoldingsProps {
  readonly username: string;
  /** Explains the action. */
  readonly text: string;
}

/** Shows the data that a deletion or an erasure of a user would remove. */
export function Holdings({ username, text }: HoldingsProps): JSX.Element {
  const answer = useAnswer<UserHoldings>(`${userPath(username)}holdings/`);
  return (
    <>
      <p>{text}</p>
      <AnswerView answer={answer}>
        {(held) => (
          <Facts
            facts={[
              [t('users.roomsDeleted'), String(held.rooms_deleted)],
              [t('users.messagesInThem'), String(held.messages_in_rooms_deleted)],
              [t('users.roomsLeft'), String(held.rooms_left)],
              [t('users.messagesElsewhere'), String(held.messages_elsewhere)],
              [t('users.files'), t('users.filesWithSize', { count: held.files, size: fileSize(held.file_bytes) })],
            ]}
          />
        )}
      </AnswerView>
    </>
  );
}
