import type { ServerResponse } from 'node:http';

/**
 * Sends the bytes of a file, whose parts are valid until the next one is requested, and ends the answer. A reader who
 * leaves ends the reading too. If the bytes fail, the connection is closed, so that the reader sees that they are not
 * complete.
 * @param onSent called with the number of bytes of each part
 */
export async function sendParts(
  parts: AsyncIterable<Buffer>,
  response: ServerResponse,
  onSent: (bytes: number) => void,
): Promise<void> {
  try {
    for await (const part of parts) {
      await written(response, part);
      onSent(part.length);
    }
    response.end();
  } catch {
    response.destroy();
  }
}

/** Waits until the system has the bytes, so that their memory may be used again. @throws if the reader has left */
function written(response: ServerResponse, part: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const left = (): void => reject(new Error('The reader has left.'));
    if (response.destroyed) {
      left();
      return;
    }
    response.once('close', left);
    response.write(part, (error) => {
      response.off('close', left);
      if (error) reject(error);
      else resolve();
    });
  });
}
