import type { ErrorFrame, Message, MessagePage, Notification, Room, ServerFrame, StatusFrame } from '@parley/protocol';

/** Anything that the service says. */
export type Frame = Partial<ServerFrame> & Partial<ErrorFrame> & Partial<StatusFrame>;

/** What the data of an event is, by its name on the wire. */
interface Spoken {
  'chat.notifications': Readonly<Record<string, readonly Notification[]>>;
  'roomcreate.dispatch': Room;
  'message.dispatch': Message;
  'roommessages.dispatch': MessagePage;
}

/** What a request is answered with. */
interface Answers {
  'room.create': Room;
  'message.send': Message;
  'room.messages': MessagePage;
}

export type Heard<Name extends string> = ServerFrame<Name extends keyof Spoken ? Spoken[Name] : unknown>;
export type Answer<Name extends string> = ServerFrame<Name extends keyof Answers ? Answers[Name] : unknown>;

/** One line about a frame, for the message of a failure. */
export function inShort(frame: Frame): string {
  if (frame.error) return `error ${JSON.stringify(frame.error)}`;
  return JSON.stringify(frame).slice(0, 300);
}
