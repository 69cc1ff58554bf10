import { DiscoveryService } from '@nestjs/core';
import type { ServerEvent, ServerEventName, StatusFrame } from '@parley/protocol';

import type { Actor } from './actor.js';

/** The connection that asked, and the id under which it wants to be answered. */
export interface Asker {
  readonly connectionId: string;
  readonly requestId: string | undefined;
  /** Where no connection has asked. */
  readonly caller?: Caller;
}

/** Who asks without a connection, as a request of HTTP does, and hears its answer alone: as soon as there is one. */
export interface Caller {
  readonly userId: number;
  /** Called with what a connection would hear under its `request_id`; never throws and never waits. */
  hear(frame: ServerEvent): void;
}

export interface EventContext {
  readonly actor: Actor;
  readonly asker: Asker;
}

/** What goes back to the asker alone; the frame loop adds the `request_id`. */
export type Answer = ServerEvent | StatusFrame;

/**
 * An answer that is still to come when the next frame is read.
 *
 * A handler that returns one says: what this connection asks next of the same event, and of the same place, may begin
 * before I am done. It takes effect after me, and whoever hears of both hears of me first.
 */
export class Deferred {
  /**
   * @param place what keeps the order of all that begins in it, such as a room; two places know nothing of each other
   * @param begin called once, when nothing is outstanding that belongs to another place
   */
  constructor(
    readonly place: string,
    readonly begin: () => Promise<Answer | undefined>,
  ) {}
}

/**
 * An answer in several frames, each under the asker's `request_id`.
 *
 * Nothing else reaches the connection while a page is made: what is said meanwhile follows the page. So a page that is
 * read in one snapshot holds whatever was said before it. The next one is asked for when the peer has read enough, and
 * never if it goes.
 */
export class Pages {
  constructor(readonly frames: AsyncGenerator<ServerEvent, void>) {}
}

export type Outcome = Answer | Deferred | Pages | undefined;

/** A class whose decorated fields say what `data` may be. */
export type RequestClass<Request extends object = object> = new () => Request;

export interface ClientEventContract {
  /** The event's name on the wire, as in `message.send`. */
  readonly name: string;
  /** What it is for: one sentence for whoever reads the contract. */
  readonly summary: string;
  /** What `data` must satisfy, whatever its variant. */
  readonly request: RequestClass;
  readonly variants?: Variants;
  /** The server events that answer it or follow from it. None: the asker hears a {@link StatusFrame}. */
  readonly speaks: readonly ServerEventName[];
}

/** Where the contract depends on what is asked: the classes that {@link EventHandler.refine} chooses from. */
export interface Variants {
  /** The field of `data` that names the variant. */
  readonly by: string;
  /** The class of each variant, by what that field says; asked for by readers of the contract only. */
  readonly classes: () => Readonly<Record<string, RequestClass>>;
}

/** Declares a class the handler of one client event. Two handlers of one name stop the process at its start. */
export const ClientEvent = DiscoveryService.createDecorator<ClientEventContract>();

export interface EventHandler<Request extends object> {
  /**
   * Where the contract depends on what is asked: the class that the whole of `data` must satisfy, chosen by
   * the request that has satisfied {@link ClientEventContract.request}. The decorator lists the same classes as its
   * {@link ClientEventContract.variants}, so that the published contract shows every one.
   * @throws Refusal
   */
  refine?(request: Request): RequestClass<Request>;

  /**
   * Called with a valid request, one at a time a connection, in the order of its frames.
   * @returns what the asker alone is told; nothing, where a dispatch tells the asker with everybody else
   * @throws Refusal
   */
  handle(request: Request, context: EventContext): Promise<Outcome>;
}
