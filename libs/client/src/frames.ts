import type { ErrorFrame, Message, Notification, ServerFrame, StatusFrame } from '@parley/protocol';

export type Frame = ServerFrame | StatusFrame | ErrorFrame;

/** A change that took a number of its room. */
export type NumberedFrame = ServerFrame & { readonly room_id: string; readonly seq: number };

/** An answer that repeats what was told before is nobody's news. */
export const isNumbered = (frame: ServerFrame): frame is NumberedFrame =>
  frame.room_id !== undefined && frame.seq !== undefined && frame.meta?.duplicate !== true;

/** Begins a room that one was not in. */
export const isBeginning = ({ eventType }: ServerFrame): boolean =>
  eventType === 'roomcreate.dispatch' || eventType === 'roomaddmembers.dispatch';

/** One is in the room no more. */
export const isEnd = ({ eventType }: ServerFrame): boolean =>
  eventType === 'roomexit.dispatch' || eventType === 'roomdelete.dispatch';

/** The first frame of a line. */
export interface Greeting extends ServerFrame<Readonly<Record<string, readonly Notification[]>>> {
  readonly meta: {
    readonly session_id: string;
    readonly heartbeat_seconds: number;
    readonly limits: Readonly<Record<string, number>>;
    readonly total: number;
    readonly truncated: boolean;
    readonly unread: Readonly<Record<string, number>>;
  };
}

export const isGreeting = (frame: Frame): frame is Greeting =>
  'eventType' in frame && frame.eventType === 'chat.notifications';

export const bySeq = (one: { readonly seq: number }, other: { readonly seq: number }): number => one.seq - other.seq;

/** What there is of a message within another: one level deep. */
export const asParent = (message: Message): Message => ({ ...message, parent_message: null, forwarded_from: null });
