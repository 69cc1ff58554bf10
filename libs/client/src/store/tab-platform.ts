import type { SocketConstructor } from '../options.js';

/** The part of the Web Locks API that is used. */
export interface Locks {
  request(name: string, held: () => Promise<void>): Promise<unknown>;
  request(
    name: string,
    options: { readonly ifAvailable: true },
    held: (lock: object | null) => Promise<void> | undefined,
  ): Promise<unknown>;
  /** Takes the lock from its holder, whose request is rejected. */
  request(name: string, options: { readonly steal: true }, held: () => Promise<void>): Promise<unknown>;
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
}

/** The part of a BroadcastChannel that is used. */
export interface Channel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  close(): void;
}

/** The means of a browser by which tabs share data. */
export interface TabPlatform {
  readonly locks: Locks;
  readonly channel: (name: string) => Channel;
  readonly WebSocket: SocketConstructor;
}

export function browserPlatform(): TabPlatform {
  const { navigator, BroadcastChannel, WebSocket } = globalThis as unknown as {
    readonly navigator: { readonly locks: Locks };
    readonly BroadcastChannel: new (name: string) => Channel;
    readonly WebSocket: SocketConstructor;
  };
  return { locks: navigator.locks, channel: (name) => new BroadcastChannel(name), WebSocket };
}
