import { FrameQueue } from './frame-queue.js';
import type { QueuedFrame } from './frame-queue.js';

const LONG = 'x'.repeat(60_000);

/** Records whether the peer is read. */
class Peer {
  isRead = true;

  pause(): void {
    this.isRead = false;
  }

  resume(): void {
    this.isRead = true;
  }
}

const filled = (frames: readonly QueuedFrame[]) => {
  const peer = new Peer();
  const queue = new FrameQueue(peer);
  for (const frame of frames) queue.add(frame);
  return { peer, queue };
};

describe('a queue of frames', () => {
  it('stops reading from the peer at 256 frames, and resumes at 64', () => {
    const { peer, queue } = filled(Array<string>(255).fill('{}'));
    expect(peer.isRead).toBe(true);
    queue.add('{}');
    expect(peer.isRead).toBe(false);
    while (queue.size > 65) queue.next();
    expect(peer.isRead).toBe(false);
    queue.next();
    expect(peer.isRead).toBe(true);
  });

  it('stops reading from the peer at a few long frames, and resumes when nearly all have started', () => {
    const { peer, queue } = filled([LONG, LONG]);
    expect(peer.isRead).toBe(true);
    queue.add(LONG);
    expect(peer.isRead).toBe(false);
    expect([queue.next(), queue.next()]).toEqual([LONG, LONG]);
    expect(peer.isRead).toBe(false);
    queue.next();
    expect(peer.isRead).toBe(true);
  });

  it('reads from the peer again when it is cleared', () => {
    const { peer, queue } = filled([LONG, LONG, LONG]);
    queue.clear();
    expect([peer.isRead, queue.isEmpty]).toEqual([true, true]);
  });
});
