import { DiscoveryService } from '@nestjs/core';
import type { DeploymentRole, ServerEventName, StatusFrame, User } from '@parley/protocol';

import type { OutgoingEvent } from '../hub/restricted-part.js';
import type { LimitedToRooms, RoomTokenAccess } from './room-limit.js';

/** The user of a request, as authenticated when the socket was opened. */
export interface Actor extends LimitedToRooms {
  readonly user: User;
  /** The user's role in the deployment; undefined: none. */
  readonly role?: DeploymentRole | undefined;
  /** The API key with which a program acts for the user. */
  readonly apiKey?: { readonly id: string; readonly scopes: readonly string[] };
  /** From where the user acts; undefined: it is not known. */
  readonly client?: ActorClient | undefined;
}

/** The program and the device of a user. */
export interface ActorClient {
  readonly address: string;
  /** The id of the log-in, as in `session.list`; undefined: there is none, as for tokens of another issuer. */
  readonly sessionId: string | undefined;
  /** When another issuer has authenticated the user; undefined: it does not say, or the log-in is one of the service. */
  readonly authenticatedAt?: Date | undefined;
}

/** The connection that sent a request, and the id under which it expects the answer. */
export interface RequestOrigin {
  readonly connectionId: string;
  readonly requestId: string | undefined;
  /** Set if the request came by HTTP, without a connection. */
  readonly httpReceiver?: HttpReceiver;
}

/** The user of an HTTP request, who receives the answer alone, as soon as there is one. */
export interface HttpReceiver {
  readonly userId: number;
  /** Called with what a connection would receive under its `request_id`. Never throws and never waits. */
  receive(frame: OutgoingEvent): void;
}

export interface EventContext {
  readonly actor: Actor;
  readonly origin: RequestOrigin;
  /**
   * Counts the work of the event that shows only when it is handled, as a number of further events.
   * @throws Refusal 4029 if the user may not cause it now
   */
  readonly pay: (further: number) => void;
}

/** An answer to the requester alone; the frame loop adds the `request_id`. */
export type Answer = OutgoingEvent | StatusFrame;

/**
 * An answer that may still be pending when the next frame is handled.
 *
 * A handler that returns one permits the connection's next requests for the same event and ordering key to start before
 * this one is answered. Their effects follow its effects, and every receiver of both gets this one first.
 */
export class PipelinedReply {
  /**
   * @param orderingKey the scope of the order, such as a room; requests with different keys do not overlap
   * @param run called once, when no request with another key is pending
   */
  constructor(
    readonly orderingKey: string,
    readonly run: () => Promise<Answer | undefined>,
  ) {}
}

/**
 * An answer of several frames, each under the requester's `request_id`.
 *
 * Other frames for the connection are held back while a page is made, and follow it: a page that is read in one
 * snapshot contains everything that was sent before it. The next page is requested once the peer has read enough, and
 * never after the connection has closed.
 */
export class StreamedReply {
  constructor(readonly frames: AsyncGenerator<OutgoingEvent, void>) {}
}

export type Outcome = Answer | PipelinedReply | StreamedReply | undefined;

/** A class whose decorated fields describe the `data` of a request. */
export type RequestClass<Request extends object = object> = new () => Request;

export interface ClientEventContract {
  /** The event's name on the wire, as in `message.send`. */
  readonly name: string;
  /** One sentence for readers of the published contract. */
  readonly summary: string;
  /** The class that validates `data`, whatever its variant. */
  readonly request: RequestClass;
  readonly variants?: Variants;
  /**
   * The work of handling it, in events of the limit of a user; 1 if omitted. Each page of a streamed reply is so much.
   */
  readonly cost?: number;
  /** False if it only reads or signals: its bytes do not count as stored by the user. */
  readonly stores?: boolean;
  /** What a token that is limited to rooms may request of it. Omitted: nothing. */
  readonly roomTokens?: RoomTokenAccess;
  /** The server events that answer it or follow from it. Empty: the answer is a {@link StatusFrame}. */
  readonly emits: readonly ServerEventName[];
}

/** The classes that {@link EventHandler.refine} chooses from, if the contract depends on the request. */
export interface Variants {
  /** The field of `data` that names the variant. */
  readonly by: string;
  /** The class of each variant, by the value of that field; only readers of the contract call it. */
  readonly classes: () => Readonly<Record<string, RequestClass>>;
}

/** Declares a class the handler of one client event. Two handlers of one name stop the process at its start. */
export const ClientEvent = DiscoveryService.createDecorator<ClientEventContract>();

export interface EventHandler<Request extends object> {
  /**
   * Chooses the class that the whole of `data` must satisfy, if the contract depends on the request. The decorator
   * lists the same classes as {@link ClientEventContract.variants}, so that the published contract has every one.
   * @param request satisfies {@link ClientEventContract.request}
   * @throws Refusal
   */
  refine?(request: Request): RequestClass<Request>;

  /**
   * Called with a valid request: one at a time for each connection, in the order of its frames.
   * @returns the answer to the requester alone; undefined if a dispatch answers the requester too
   * @throws Refusal
   */
  handle(request: Request, context: EventContext): Promise<Outcome>;
}
