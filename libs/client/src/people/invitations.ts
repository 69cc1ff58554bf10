import type { InvitationPage, RoomInvitation, ServerFrame } from '@parley/protocol';

import type { Parley } from '../parley.js';
import { ParleyError } from '../parley-error.js';

/**
 * The pending invitations of the user: read on each connection that has any, and updated by frames. Create it before
 * `connect`.
 */
export class Invitations {
  /** The newest first. */
  pending: readonly RoomInvitation[] = [];
  /** Rises with every change, so that a change during a read is noticed. */
  private version = 0;
  private readonly handlers = new Set<() => void>();

  constructor(private readonly chat: Pick<Parley, 'ask' | 'on'>) {
    chat.on('frame', (frame) => this.handle(frame));
    chat.on('room', ({ roomId }) => this.remove(roomId));
  }

  /** @returns a function that removes the handler, which is called after each change */
  onChange(handler: () => void): () => void {
    this.handlers.add(handler);
    return () => void this.handlers.delete(handler);
  }

  /**
   * Accepts an invitation, and joins the room, or declines it.
   * @throws ParleyError 4004 when the invitation has ended, 4003 when the room is full
   */
  async answer(roomId: string, accept: boolean): Promise<void> {
    try {
      await this.chat.ask('room.answer_invite', { room_id: roomId, accept });
    } catch (error) {
      if (error instanceof ParleyError && error.code === 4004) this.remove(roomId);
      throw error;
    }
  }

  private handle({ eventType, data, meta }: ServerFrame): void {
    // The next connection reads them again after an error.
    if (eventType === 'chat.notifications') this.open(countIn(meta)).catch(() => undefined);
    else if (eventType === 'roomanswerinvite.dispatch') this.receive(data as RoomInvitation);
    else if (eventType === 'roominvite.dispatch' && !Array.isArray(data)) this.receive(data as RoomInvitation);
  }

  private async open(count: number): Promise<void> {
    if (count === 0) {
      this.set([]);
      return;
    }
    const version = ++this.version;
    const all: RoomInvitation[] = [];
    let before: string | null = null;
    do {
      const { data }: ServerFrame<InvitationPage> = await this.chat.ask(
        'room.invites',
        before === null ? {} : { before },
      );
      all.push(...data.invitations);
      before = data.next_before;
    } while (before !== null);
    if (version === this.version) this.set(all);
    else await this.open(count);
  }

  private receive(invitation: RoomInvitation): void {
    const others = this.pending.filter((each) => each.room_id !== invitation.room_id);
    this.set(invitation.status === 'pending' ? [invitation, ...others] : others);
  }

  private remove(roomId: string): void {
    if (this.pending.some((each) => each.room_id === roomId)) {
      this.set(this.pending.filter((each) => each.room_id !== roomId));
    }
  }

  private set(pending: readonly RoomInvitation[]): void {
    this.version += 1;
    if (this.pending.length + pending.length === 0) return;
    this.pending = pending;
    for (const handler of Array.from(this.handlers)) handler();
  }
}

/** The number of invitations in the first frame; a service of an earlier release has none. */
const countIn = (meta: ServerFrame['meta']): number => (meta?.invitations as number | undefined) ?? 0;
