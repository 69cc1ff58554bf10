import type { ClientEvents } from '@parley/client';
import type { ErrorFrame, ServerEvents, ServerFrame, StatusFrame } from '@parley/protocol';

/** Any frame of the service. */
export type Frame = Partial<ServerFrame> & Partial<ErrorFrame> & Partial<StatusFrame>;

export type Received<Name extends string> = ServerFrame<Name extends keyof ServerEvents ? ServerEvents[Name] : unknown>;
/** The usual answers to requests with several, and to those that the client library sends by itself. */
interface UsualAnswers {
  'message.modify': 'messagemodification.dispatch';
  'message.schedule': 'messageschedule.dispatch';
  'message.send': 'message.dispatch';
  'notification.acknowledge': 'notificationacknowledge.dispatch';
  'room.join': 'roomaddmembers.dispatch';
  'room.members': 'roommembers.dispatch';
  'session.sync': 'sessionsync.dispatch';
}

/** The events of clients: those that the client library declares, and those that it sends by itself. */
export type RequestName = keyof ClientEvents | 'session.heartbeat' | 'session.sync';

/** Forms of requests that other programs send. */
interface FurtherForms {
  'room.messages': { readonly room_id: string; readonly before_seq?: number; readonly after_seq?: number };
}

/** The `data` of a request, as the client library declares it. */
export type RequestData<Name extends RequestName> =
  | (Name extends keyof ClientEvents ? ClientEvents[Name]['data'] : object)
  | (Name extends keyof FurtherForms ? FurtherForms[Name] : never);

/** The answer to a request, as the client library declares it. */
export type Answer<Name extends string> = Name extends keyof UsualAnswers
  ? Received<UsualAnswers[Name]>
  : Name extends keyof ClientEvents
    ? ClientEvents[Name]['answer']
    : ServerFrame;

/** A one-line summary of a frame, for failure messages. */
export function inShort(frame: Frame): string {
  if (frame.error) return `error ${JSON.stringify(frame.error)}`;
  return JSON.stringify(frame).slice(0, 300);
}

/** The name of the frame in the contract. */
export function messageOf(frame: Frame): string {
  if (frame.error) return 'error';
  return frame.status ? 'status' : String(frame.eventType);
}
