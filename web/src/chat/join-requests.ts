import { mergeUser } from '@parley/client';
import type { Parley, User } from '@parley/client';
import { signal } from '@preact/signals';

import { toast } from '../design/toasts.js';
import { t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';
import type { Self } from '../session/session.js';

/** Join requests for the rooms that the user administers, and the state of the user's own requests. */
export class JoinRequests {
  /** Pending requests by room, from events and from `load`. */
  readonly pending = signal<ReadonlyMap<string, readonly User[]>>(new Map());
  /** The rooms that the user has requested to join. */
  readonly requestedRooms = signal<ReadonlySet<string>>(new Set());

  /** The number of events about requests of others. */
  private reported = 0;

  constructor(
    private readonly parley: Parley,
    private readonly self: Self,
  ) {
    parley.on('joinRequest', ({ room_id: roomId, user, status }) => {
      if (user.id === this.self.id) this.updateOwn(roomId, status);
      else this.updateOthers(roomId, user, status === 'pending');
    });
    parley.on('profile', (user) => {
      this.pending.value = new Map([...this.pending.peek()].map(([roomId, users]) => [roomId, mergeUser(users, user)]));
    });
  }

  inRoom(roomId: string): readonly User[] {
    return this.pending.value.get(roomId) ?? [];
  }

  /**
   * The list may have been read before a request that was reported meanwhile: then it is read again.
   * @throws ParleyError when the user is not an admin of the room
   */
  async load(roomId: string): Promise<void> {
    const before = this.reported;
    const { data } = await this.parley.ask('room.members', { room_id: roomId, list: 'join_requests', limit: 200 });
    if (this.reported !== before) return this.load(roomId);
    if ('join_requests' in data)
      this.setPending(
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

  private updateOwn(roomId: string, status: 'pending' | 'approved' | 'denied'): void {
    const requestedRooms = new Set(this.requestedRooms.value);
    if (status === 'pending') requestedRooms.add(roomId);
    else requestedRooms.delete(roomId);
    this.requestedRooms.value = requestedRooms;
    if (status === 'approved') toast(t('chat.joinApproved'));
    if (status === 'denied') toast(t('chat.joinDeclined'), true);
  }

  private updateOthers(roomId: string, user: User, isPending: boolean): void {
    this.reported += 1;
    const before = this.inRoom(roomId);
    const rest = before.filter(({ id }) => id !== user.id);
    this.setPending(roomId, isPending ? [...rest, user] : rest);
    if (isPending && rest.length === before.length) toast(t('chat.asksToJoin', { name: personName(user) }));
  }

  private setPending(roomId: string, users: readonly User[]): void {
    this.pending.value = new Map(this.pending.value).set(roomId, users);
  }
}
