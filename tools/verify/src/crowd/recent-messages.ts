/** The number of remembered messages of a room. */
const REMEMBERED = 50;
/** Polls are rare, so that they stay known longer than other messages. */
const REMEMBERED_POLLS = 10;

/** The ids of messages of all members that were accepted last, by room: those that are changed. */
export class RecentMessages {
  private readonly messages = new Map<string, string[]>();
  private readonly polls = new Map<string, string[]>();

  add(roomId: string, messageId: string, hasPoll: boolean): void {
    push(this.messages, roomId, messageId, REMEMBERED);
    if (hasPoll) push(this.polls, roomId, messageId, REMEMBERED_POLLS);
  }

  messagesOf(roomId: string): readonly string[] {
    return this.messages.get(roomId) ?? [];
  }

  pollsOf(roomId: string): readonly string[] {
    return this.polls.get(roomId) ?? [];
  }
}

function push(lists: Map<string, string[]>, roomId: string, messageId: string, most: number): void {
  lists.set(roomId, [...(lists.get(roomId) ?? []), messageId].slice(-most));
}
