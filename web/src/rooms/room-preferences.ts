import type { Parley, RoomListEntry } from '@parley/client';
import { Drafts, PrivateState, ScheduledMessages } from '@parley/client/private-state';
import { signal } from '@preact/signals';

/** The preferences of the user for each room, on all devices of the user. */
export class RoomPreferences {
  readonly state: PrivateState;
  /** The unsent texts of the user, which belong to the same state. */
  readonly drafts: Drafts;
  private readonly scheduledMessages: ScheduledMessages;
  /** Rises with each change, so that what was read before is read again. */
  private readonly version = signal(0);

  constructor(parley: Parley) {
    this.state = new PrivateState(parley);
    this.drafts = new Drafts(parley, this.state);
    this.scheduledMessages = new ScheduledMessages(parley, this.state);
    this.state.onChange(() => {
      this.version.value += 1;
    });
  }

  /** The state, for readers that follow its changes. */
  private get current(): PrivateState {
    void this.version.value;
    return this.state;
  }

  isFavourite(roomId: string): boolean {
    return this.current.isFavourite(roomId);
  }

  isArchived({ id, last_message: last }: Pick<RoomListEntry, 'id' | 'last_message'>): boolean {
    return this.current.isArchived(id, last?.seq ?? 0);
  }

  /** The `seq` from which on the room is marked as unread. */
  unreadFrom(roomId: string): number | undefined {
    return this.current.unreadFrom(roomId);
  }

  /** @throws ParleyError */
  setFavourite(roomId: string, isFavourite: boolean): Promise<void> {
    return this.state.setFavourite(roomId, isFavourite);
  }

  /** @throws ParleyError */
  archive(roomId: string, isArchived: boolean): Promise<void> {
    return this.state.archive(roomId, isArchived);
  }

  /** @throws ParleyError */
  markUnread(roomId: string, fromSeq: number): Promise<void> {
    return this.state.markUnread(roomId, fromSeq);
  }

  /** Of which messages of the room the user is notified. */
  notifyChoice(roomId: string): ReturnType<PrivateState['notifyChoice']> {
    return this.current.notifyChoice(roomId);
  }

  isMuted(roomId: string): boolean {
    return this.current.isMuted(roomId);
  }

  /** Of which messages the user is notified in all other rooms, and the quiet hours. */
  get userNotify(): PrivateState['userNotify'] {
    return this.current.userNotify;
  }

  /** @throws ParleyError */
  notifyRoom(roomId: string, choice: Parameters<PrivateState['notifyRoom']>[1]): Promise<void> {
    return this.state.notifyRoom(roomId, choice);
  }

  /** @throws ParleyError */
  notifyUser(settings: Parameters<PrivateState['notifyUser']>[0]): Promise<void> {
    return this.state.notifyUser(settings);
  }

  isBlocked(userId: number): boolean {
    return this.current.isBlocked(userId);
  }

  /** The users whom the user blocks, the last blocked first. */
  get blocks(): PrivateState['blocks'] {
    return this.current.blocks;
  }

  isFollowing(threadId: string): boolean {
    return this.current.isFollowing(threadId);
  }

  /** The saved messages, the last saved first. */
  get saved(): PrivateState['saved'] {
    return this.current.saved;
  }

  /** The messages that are sent later, for readers that follow their changes. */
  get scheduled(): ScheduledMessages {
    void this.version.value;
    return this.scheduledMessages;
  }

  savedMessage(messageId: string): ReturnType<PrivateState['savedMessage']> {
    return this.current.savedMessage(messageId);
  }

  /** @throws ParleyError */
  saveMessage(...given: Parameters<PrivateState['saveMessage']>): Promise<void> {
    return this.state.saveMessage(...given);
  }

  /** @throws ParleyError */
  removeSaved(roomId: string | undefined, messageId: string): Promise<void> {
    return this.state.removeSaved(roomId, messageId);
  }

  /** The user has entered the room. @returns the `seq` from which on it was marked as unread */
  enter(roomId: string): number | undefined {
    const fromSeq = this.state.unreadFrom(roomId);
    // The next entry of the room tries it again.
    if (fromSeq !== undefined) this.state.liftUnreadMark(roomId).catch(() => undefined);
    return fromSeq;
  }
}
