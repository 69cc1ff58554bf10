/** How far a user has read a thread, by the requests and their answers. A mark never goes back. */
export interface ReadMark {
  /** The highest number up to which a request to mark it as read was accepted; 0 without one. */
  readonly accepted: number;
  /** The highest number of all requests. */
  readonly requested: number;
}

export class ThreadReads {
  private readonly marks = new Map<string, ReadMark>();

  markOf(username: string, threadId: string): ReadMark {
    return this.marks.get(keyOf(username, threadId)) ?? { accepted: 0, requested: 0 };
  }

  requested(username: string, threadId: string, seq: number): void {
    const { accepted, requested } = this.markOf(username, threadId);
    this.marks.set(keyOf(username, threadId), { accepted, requested: Math.max(requested, seq) });
  }

  accepted(username: string, threadId: string, seq: number): void {
    const { accepted, requested } = this.markOf(username, threadId);
    this.marks.set(keyOf(username, threadId), { accepted: Math.max(accepted, seq), requested });
  }
}

const keyOf = (username: string, threadId: string): string => `${threadId} ${username}`;
