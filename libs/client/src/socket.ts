/** The part of a WebSocket that the client uses: of a browser, of Node 22 and later, or of the package `ws`. */
export interface Socket {
  send(text: string): void;
  close(code?: number, reason?: string): void;
  // oxlint-disable-next-line typescript/no-explicit-any -- Each platform has its own event types.
  addEventListener(type: 'message' | 'close' | 'error', listener: (event: any) => void): void;
}

export type SocketConstructor = new (url: string, protocols: string[]) => Socket;

/** @throws Error when the platform has none and none was given */
export function socketConstructor(given: SocketConstructor | undefined): SocketConstructor {
  const found = given ?? (globalThis as { WebSocket?: SocketConstructor }).WebSocket;
  if (!found)
    throw new Error('This platform has no WebSocket: pass one as `WebSocket`, for instance that of the package ws.');
  return found;
}
