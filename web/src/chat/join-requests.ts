import type { Parley, User } from '@parley/client';
import { signal } from '@preact/signals';

import { toast } from '../design/toasts.js';
import { personName } from '../rooms/person-name.js';
import type { Self } from '../session/session.js';

/** Who asks to be let into the rooms that the user leads, and what becomes of the user's own requests. */
export class JoinRequests {
  /** By room: of those that were told of, or asked for. */
  readonly waiting = signal<ReadonlyMap<string, readonly User[]>>(new Map());
  /** Rooms that the user has asked to be let into. */
  readonly asked = signal<ReadonlySet<string>>(new Set());

  constructor(
    private readonly parley: Parley,
    private readonly self: Self,
  ) {
    parley.on('joinRequest', ({ room_id: roomId, user, status }) => {
      if (user.id === this.self.id) this.own(roomId, status);
      else this.others(roomId, user, status === 'pending');
    });
  }

  of(roomId: string): readonly User[] {
    return this.waiting.value.get(roomId) ?? [];
  }

  /** @throws ParleyError where the user does not lead the room */
  async load(roomId: string): Promise<void> {
    const { data } = await this.parley.ask('room.members', { room_id: roomId, list: 'join_requests', limit: 200 });
    if ('join_requests' in data)
      this.become(
        roomId,
        data.join_requests.map(({ user }) => user),
      );
  }

  /** @throws ParleyError */
  async review(roomId: string, userId: number, decision: 'approve' | 'deny'): Promise<void> {
    try {
      await this.parley.ask('room.review_join', { room_id: roomId, user_id: userId, decision });
    } finally {
      await this.load(roomId);
    }
  }

  private own(roomId: string, status: 'pending' | 'approved' | 'denied'): void {
    const asked = new Set(this.asked.value);
    if (status === 'pending') asked.add(roomId);
    else asked.delete(roomId);
    this.asked.value = asked;
    if (status === 'approved') toast('You have been let in.');
    if (status === 'denied') toast('Your request was turned down.', true);
  }

  private others(roomId: string, user: User, isWaiting: boolean): void {
    const before = this.of(roomId);
    const rest = before.filter(({ id }) => id !== user.id);
    this.become(roomId, isWaiting ? [...rest, user] : rest);
    if (isWaiting && rest.length === before.length) toast(`${personName(user)} asks to be let in.`);
  }

  private become(roomId: string, users: readonly User[]): void {
    this.waiting.value = new Map(this.waiting.value).set(roomId, users);
  }
}
