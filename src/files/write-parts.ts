import type { ServerResponse } from 'node:http';

/**
 * Writes parts as the body of an answer, and ends it. The next part is requested when the system has taken the present one,
 * so that a part may be in memory that is used again.
 * @param served with the bytes of each part that the system has taken
 * @throws Error of the parts, or if the reader leaves; the iteration is ended then
 */
export async function writeParts(
  parts: AsyncIterable<Buffer>,
  response: ServerResponse,
  served: (bytes: number) => void,
): Promise<void> {
  let fail: (error: Error) => void = () => undefined;
  const leave = (): void => {
    fail(new Error('The reader has left.'));
  };
  const write = (part: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      fail = reject;
      response.write(part, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  response.once('close', leave);
  try {
    for await (const part of parts) {
      await write(part);
      served(part.length);
    }
  } finally {
    response.off('close', leave);
  }
  response.end();
}
