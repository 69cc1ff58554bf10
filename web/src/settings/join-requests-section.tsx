import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Avatar } from '../design/avatar.js';
import { Button } from '../design/button.js';
import { attempt } from '../errors.js';
import { personName } from '../rooms/person-name.js';

/** Those who ask to be let in. */
export function JoinRequestsSection({ roomId }: { readonly roomId: string }): JSX.Element | null {
  const { joinRequests } = useChat();
  const waiting = joinRequests.of(roomId);
  if (waiting.length === 0) return null;
  return (
    <section class="settings-section" aria-label="Requests">
      <h3>Asking to be let in</h3>
      <ul class="members">
        {waiting.map((user) => {
          const name = personName(user);
          const review = (decision: 'approve' | 'deny') => () =>
            void attempt(() => joinRequests.review(roomId, user.id, decision));
          return (
            <li key={user.id} class="member">
              <Avatar name={name} size="small" />
              <p class="member-name">
                {name} <span class="muted">@{user.username}</span>
              </p>
              <Button onClick={review('deny')} aria-label={`Turn down ${name}`}>
                Turn down
              </Button>
              <Button kind="primary" onClick={review('approve')} aria-label={`Let in ${name}`}>
                Let in
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
