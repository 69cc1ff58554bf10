import { Injectable } from '@nestjs/common';

/**
 * Whoever changes a room on this node waits here for those before them, and not in the database, where each would hold
 * a connection that changes of other rooms need.
 */
@Injectable()
export class RoomTurns {
  private readonly last = new Map<string, Promise<void>>();

  /** @returns once it is one's turn; to be called when it is over, and harmless when called again */
  async begin(roomId: string): Promise<() => void> {
    const before = this.last.get(roomId);
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.last.set(roomId, over);
    await before;
    return () => {
      end();
      if (this.last.get(roomId) === over) this.last.delete(roomId);
    };
  }
}
