import type { InvitationPage, RoomInvitation, ServerFrame } from '@parley/protocol';

import type { Emitter } from './chat-events.js';
import type { Ask } from './client-events.js';

/** The pending invitations of the user: read on each connection that has any, and updated by frames. */
export class Invitations {
  pending: readonly RoomInvitation[] = [];
  /** Rises with every change, so that a change during a read is noticed. */
  private version = 0;

  constructor(
    private readonly ask: Ask,
    private readonly events: Emitter,
  ) {
    events.on('room', ({ roomId }) => {
      this.remove(roomId);
    });
  }

  /** A connection was opened. @param count undefined from a service without invitations */
  async open(count = 0): Promise<void> {
    if (count === 0) {
      this.set([]);
      return;
    }
    const version = ++this.version;
    const all: RoomInvitation[] = [];
    let before: string | null = null;
    do {
      const { data }: ServerFrame<InvitationPage> = await this.ask('room.invites', before === null ? {} : { before });
      all.push(...data.invitations);
      before = data.next_before;
    } while (before !== null);
    if (version === this.version) this.set(all);
    else await this.open(count);
  }

  receive(invitation: RoomInvitation): void {
    const others = this.pending.filter((each) => each.room_id !== invitation.room_id);
    this.set(invitation.status === 'pending' ? [invitation, ...others] : others);
  }

  remove(roomId: string): void {
    if (this.pending.some((each) => each.room_id === roomId)) {
      this.set(this.pending.filter((each) => each.room_id !== roomId));
    }
  }

  private set(pending: readonly RoomInvitation[]): void {
    this.version += 1;
    if (this.pending.length + pending.length === 0) return;
    this.pending = pending;
    this.events.emit('invitations', pending);
  }
}
