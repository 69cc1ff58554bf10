import { Reflector } from '@nestjs/core';
import type { RequestClass } from '@parley/realtime/requests';

export interface AnswerContract {
  /** When it is given. */
  readonly description: string;
  /** The name of the TypeScript type of its JSON body. */
  readonly type?: string;
  /** Of an answer that is no JSON. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, { readonly description: string }>>;
}

/** A route that asks for a client event, as the published contract tells it. */
export interface EventRoute {
  /** The name of the event, by which the route is answered as a socket would be. */
  readonly name: string;
  /** What a key must be for. */
  readonly scope: string;
  /** What of the event's `data` the body is, where there is one. */
  readonly body?: {
    /** The field whose object it is; undefined: `data` itself. */
    readonly within?: string;
    /** Those of its fields that the body may have; undefined: all that the path does not say. */
    readonly only?: readonly string[];
    /** The variant of the event that the route is of. */
    readonly variant?: string;
    /** A field beside these that chooses one of several variants, which take the same. */
    readonly choice?: { readonly field: string; readonly among: readonly string[] };
  };
  /** The parameters of the query. */
  readonly query?: Readonly<Record<string, 'integer' | 'string'>>;
  /** Parameters of the path that are integers; the others are text. */
  readonly integers?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RouteContract {
  /** What it is for: one sentence for whoever reads the contract. */
  readonly summary: string;
  /** Whose access token it is asked with, in `Authorization: Bearer`; unset: nobody's. */
  readonly bearer?: 'user';
  /** What its JSON body must satisfy. */
  readonly body?: RequestClass;
  /** What it asks for, where that is a client event. */
  readonly event?: EventRoute;
  /** By status. */
  readonly answers: Readonly<Record<number, AnswerContract>>;
}

/** Says of a route what it takes and how it answers; the published contract is made of it. */
export const PublicRoute = Reflector.createDecorator<RouteContract>();

/** A success with nothing to say. */
export type Nothing = Readonly<Record<string, never>>;

/** How every route with a JSON body refuses what is no such body. */
export const bodyRefusals = {
  400: {
    description: 'The body is not a JSON object, or fields are at fault: one list of reasons a field.',
    type: 'BodyRefusal',
  },
  413: { description: 'The body is over 16 KiB.', type: 'HttpError' },
  415: { description: 'The body is not `application/json`.', type: 'HttpError' },
} as const satisfies RouteContract['answers'];
