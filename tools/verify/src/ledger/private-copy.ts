import type { PrivateState, ServerEvent } from '@parley/protocol';

/** A change of the private state of a user. */
export type PrivateFrame = ServerEvent & { readonly private_seq: number };

/** The private state of a user on one device, from live frames and syncs: the favourite rooms stand for all of it. */
export class PrivateCopy {
  private readonly favourites = new Set<string>();
  private readonly ahead = new Set<number>();
  private position = 0;
  private hasGoneBack = false;

  /** The device has all changes up to this number. */
  get upTo(): number {
    return this.position;
  }

  /** Whether a sync has replaced what the device had: accepted changes may be lost. */
  get wentBack(): boolean {
    return this.hasGoneBack;
  }

  isFavourite(roomId: string): boolean {
    return this.favourites.has(roomId);
  }

  apply(frame: PrivateFrame): void {
    if (frame.private_seq <= this.position) return;
    if (frame.eventType === 'roomfavourite.dispatch') this.put(frame.data);
    this.ahead.add(frame.private_seq);
    this.catchUp();
  }

  applySync({ seq, reset, favourites }: PrivateState): void {
    if (reset) {
      this.hasGoneBack ||= this.position > 0;
      this.favourites.clear();
      this.ahead.clear();
    }
    for (const item of favourites) this.put(item);
    this.position = seq ?? this.position;
    this.catchUp();
  }

  private put({ room_id: roomId, favourite }: PrivateState['favourites'][number]): void {
    if (favourite) this.favourites.add(roomId);
    else this.favourites.delete(roomId);
  }

  private catchUp(): void {
    while (this.ahead.delete(this.position + 1)) this.position += 1;
  }
}
