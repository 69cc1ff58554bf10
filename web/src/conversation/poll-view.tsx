import type { Message } from '@parley/client';
import type { Poll, PollOption } from '@parley/client/conversations';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { ConfirmButton } from '../design/confirm-button.js';
import { fullTime } from '../design/times.js';
import { attempt } from '../errors.js';
import { listOf, t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';

interface PollViewProps {
  readonly message: Message;
  readonly poll: Poll;
  /** Whether the user may close it. */
  readonly mayClose: boolean;
}

/** The options of a poll with their votes. The question is the text of the message. */
export function PollView({ message, poll, mayClose }: PollViewProps): JSX.Element {
  const { polls } = useChat();
  const own = poll.own_votes ?? [];
  const all = poll.options.reduce((sum, { votes }) => sum + votes, 0);
  const choose = (at: number): void => {
    const others = own.filter((each) => each !== at);
    const isDeselected = others.length < own.length;
    const chosen = poll.multiple ? [...others, ...(isDeselected ? [] : [at])] : isDeselected ? [] : [at];
    void attempt(() => polls.vote(message.room.id, message.id, chosen), { 4005: t('conversation.pollIsClosed') });
  };
  return (
    <div class="poll" role="group" aria-label={t('conversation.poll')}>
      {poll.options.map((option, at) => (
        <button
          key={at}
          type="button"
          class="poll-option"
          aria-pressed={own.includes(at)}
          disabled={poll.closed}
          title={namesOf(option)}
          style={{ '--share': `${String(all === 0 ? 0 : Math.round((100 * option.votes) / all))}%` }}
          onClick={() => choose(at)}
        >
          <span dir="auto">{option.text}</span>
          <span class="poll-votes">{option.votes}</span>
        </button>
      ))}
      <p class="poll-note">
        {noteOn(poll)}
        {mayClose && !poll.closed && (
          <ConfirmButton
            title={t('conversation.closePollTitle')}
            question={t('conversation.closePollQuestion')}
            verb={t('conversation.closePoll')}
            onConfirm={() => void attempt(() => polls.close(message.room.id, message.id))}
          >
            {t('conversation.closePoll')}
          </ConfirmButton>
        )}
      </p>
    </div>
  );
}

const namesOf = ({ voters }: PollOption): string => listOf((voters ?? []).map(personName));

function noteOn({ multiple, anonymous, closed, closes_at: end }: Poll): string {
  if (closed) return t('conversation.pollIsClosed');
  const choices = t(multiple ? 'conversation.severalChoices' : 'conversation.oneChoice');
  const notes = [choices, ...(anonymous ? [t('conversation.anonymous')] : [])];
  return [...notes, ...(end === null ? [] : [t('conversation.pollCloses', { time: fullTime(end) })])].join(' · ');
}
