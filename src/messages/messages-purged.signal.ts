import type { SignalKind } from '../signals/index.js';

/** An operator has removed old messages of a room. */
export interface MessagesPurged {
  readonly roomId: string;
  readonly seq: number;
  readonly accessVersion: number;
}

export const messagesPurged: SignalKind<MessagesPurged> = { name: 'messages.purged' };
