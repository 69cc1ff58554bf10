import type { ErrorFrame, Message, Notification, ServerFrame, StatusFrame } from '@parley/protocol';

export type Frame = ServerFrame | StatusFrame | ErrorFrame;

/** The `data` of a request, and its answer. */
export interface Exchange<Data, Answer> {
  readonly data: Data;
  readonly answer: ServerFrame<Answer>;
}

export interface RoomTarget {
  readonly room_id: string;
}

/** A request that names messages may name their room, which spares the service a lookup. */
export type MaybeInRoom = Partial<RoomTarget>;

/** A change with a `seq` in the log of its room. */
export type NumberedFrame = ServerFrame & { readonly room_id: string; readonly seq: number };

/** False for an answer that repeats an earlier frame. */
export const isNumbered = (frame: ServerFrame): frame is NumberedFrame =>
  frame.room_id !== undefined && frame.seq !== undefined && frame.meta?.duplicate !== true;

/** Whether the frame makes the user a member of the room. */
export const startsMembership = ({ eventType }: ServerFrame): boolean =>
  eventType === 'roomcreate.dispatch' || eventType === 'roomaddmembers.dispatch';

/** Whether the frame ends the user's membership. */
export const endsMembership = ({ eventType }: ServerFrame): boolean =>
  eventType === 'roomexit.dispatch' || eventType === 'roomdelete.dispatch';

export interface InitialSnapshot extends ServerFrame<Readonly<Record<string, readonly Notification[]>>> {
  readonly meta: {
    readonly session_id: string;
    /** The epoch of the service's database; undefined from an earlier version. */
    readonly epoch?: string;
    readonly heartbeat_seconds: number;
    readonly limits: Readonly<Record<string, number>>;
    readonly total: number;
    readonly truncated: boolean;
    readonly unread: Readonly<Record<string, number>>;
    /** Undefined from an earlier version of the service. */
    readonly unread_mentions?: Readonly<Record<string, number>>;
  };
}

export const isInitialSnapshot = (frame: Frame): frame is InitialSnapshot =>
  'eventType' in frame && frame.eventType === 'chat.notifications';

export const bySeq = (one: { readonly seq: number }, other: { readonly seq: number }): number => one.seq - other.seq;

/** A message as it is embedded in another one: one level deep. */
export const asParent = (message: Message): Message => ({
  ...message,
  parent_message: null,
  forwarded_from: null,
  poll: null,
});
