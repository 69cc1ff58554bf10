import type { Writable } from 'node:stream';

import * as ws from 'ws';

/** The parser of `ws`, which its types lack. */
const { Receiver } = ws as unknown as { Receiver: new (options: { isServer: boolean }) => Writable };

/** The texts that a client's parser reads from the bytes of frames. */
export function textsIn(bytes: Buffer): string[] {
  const received: string[] = [];
  const receiver = new Receiver({ isServer: false });
  receiver.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) throw new Error('A frame is binary.');
    received.push(data.toString());
  });
  receiver.write(bytes);
  return received;
}
