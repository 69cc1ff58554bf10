import type { JSX } from 'preact';

import { Facts, Time } from '../app/facts.js';
import { RoomLink, UserLink } from '../app/link.js';
import { numberText } from '../app/numbers.js';
import { t } from '../languages/texts.js';
import type { DeliveryTrace } from './answers.js';

/** The verdict, what happened in the order of time, what is not known, and all records for a closer look. */
export const TraceView = ({ trace }: { readonly trace: DeliveryTrace }): JSX.Element => (
  <>
    <section class="card" aria-label={t('messages.verdict')}>
      <p class="row-title" role="status">
        {trace.verdict.text}
      </p>
      <MessageFacts message={trace.message} />
    </section>
    <section class="card" aria-label={t('messages.story')}>
      <h2>{t('messages.story')}</h2>
      <ol class="steps">
        {trace.story.map(({ at, text }, index) => (
          <li key={index}>
            <span class="muted">{at === null ? t('messages.timeNotKnown') : <Time iso={at} />}</span> {text}
          </li>
        ))}
      </ol>
    </section>
    {trace.unknown.length > 0 && (
      <section class="card" aria-label={t('messages.notKnown')}>
        <h2>{t('messages.notKnown')}</h2>
        <Facts facts={trace.unknown.map(({ what, reason }) => [what, reason])} />
      </section>
    )}
    <details>
      <summary>{t('messages.trace')}</summary>
      <pre class="document" tabIndex={0} role="region" aria-label={t('messages.trace')}>
        {JSON.stringify(trace, null, 2)}
      </pre>
    </details>
  </>
);

const MessageFacts = ({ message }: Pick<DeliveryTrace, 'message'>): JSX.Element => (
  <Facts
    facts={[
      [t('messages.sender'), message.sender === null ? null : <UserLink username={message.sender} />],
      [t('messages.room'), <RoomLink id={message.room_id} />],
      [t('messages.number'), message.seq === null ? null : numberText(message.seq)],
      [t('messages.length'), message.length === null ? null : numberText(message.length)],
    ]}
  />
);
