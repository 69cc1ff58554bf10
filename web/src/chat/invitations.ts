import type { Parley, RoomInvitation } from '@parley/client';
import { Invitations as PendingInvitations } from '@parley/client/people';
import { signal } from '@preact/signals';

import { toast } from '../design/toasts.js';
import { listOf, t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';
import { followProfiles } from './state-signal.js';

export class Invitations {
  readonly pending = signal<readonly RoomInvitation[]>([]);

  private readonly invitations: PendingInvitations;

  constructor(parley: Parley) {
    this.invitations = new PendingInvitations(parley);
    this.invitations.onChange(() => {
      this.pending.value = this.invitations.pending;
    });
    followProfiles(parley, this.pending);
    parley.on('frame', ({ eventType, data }) => {
      if (eventType === 'roominvite.dispatch' && Array.isArray(data)) announce(data as readonly RoomInvitation[]);
    });
  }

  /** @throws ParleyError */
  answer({ room_id: roomId }: RoomInvitation, accept: boolean): Promise<void> {
    return this.invitations.answer(roomId, accept);
  }
}

/** Tells the user who has invited, perhaps in place of an addition. */
function announce(invitations: readonly RoomInvitation[]): void {
  const names = invitations.filter(({ status }) => status === 'pending').map(({ user }) => personName(user));
  if (names.length > 0) toast(t('chat.invited', { names: listOf(names) }));
}
