import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Avatar } from '../design/avatar.js';
import { Button } from '../design/button.js';
import { attempt } from '../errors.js';
import { personName } from '../rooms/names.js';

const MESSAGES = { 4003: 'The room is full.', 4004: 'This request has ended, or another admin has decided it.' };

/** The pending join requests of a room. */
export function JoinRequestsSection({ roomId }: { readonly roomId: string }): JSX.Element | null {
  const { joinRequests } = useChat();
  const pending = joinRequests.inRoom(roomId);
  if (pending.length === 0) return null;
  return (
    <section class="settings-section" aria-label="Join requests">
      <h3>Join requests</h3>
      <ul class="members">
        {pending.map((user) => {
          const name = personName(user);
          const review = (decision: 'approve' | 'deny') => () =>
            void attempt(() => joinRequests.review(roomId, user.id, decision), MESSAGES);
          return (
            <li key={user.id} class="member">
              <Avatar name={name} size="small" />
              <p class="member-name">
                {name} <span class="muted">@{user.username}</span>
              </p>
              <Button onClick={review('deny')} aria-label={`Decline ${name}`}>
                Decline
              </Button>
              <Button kind="primary" onClick={review('approve')} aria-label={`Approve ${name}`}>
                Approve
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
