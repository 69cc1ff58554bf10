/** What the client needs of a WebSocket: that of a browser, of Node since 22, or of the package `ws`. */
export interface Socket {
  send(text: string): void;
  close(code?: number, reason?: string): void;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Each platform has events of its own.
  addEventListener(type: 'message' | 'close' | 'error', listener: (event: any) => void): void;
}

export type SocketConstructor = new (url: string, protocols: string[]) => Socket;

/** @throws Error where the platform has none and none was given */
export function socketConstructor(given: SocketConstructor | undefined): SocketConstructor {
  const found = given ?? (globalThis as { WebSocket?: SocketConstructor }).WebSocket;
  if (!found)
    throw new Error('There is no WebSocket here: pass one as `WebSocket`, for instance that of the package ws.');
  return found;
}
