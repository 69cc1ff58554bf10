import { Reflector } from '@nestjs/core';
import type { RequestClass } from '@parley/realtime/requests';

export interface AnswerContract {
  /** When this answer is sent. */
  readonly description: string;
  /** The name of the TypeScript type of its JSON body. */
  readonly type?: string;
  /** For an answer that is not JSON. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, { readonly description: string }>>;
}

/** A route that runs a client event, as in the published contract. */
export interface EventRoute {
  /** The name of the event, which answers the route like a frame. */
  readonly name: string;
  /** The scope that an API key must have. */
  readonly scope: string;
  /** Which part of the event's `data` the body is, if there is one. */
  readonly body?: {
    /** The field of `data` that the body is; undefined: `data` itself. */
    readonly within?: string;
    /** The fields that the body may have; undefined: all except those in the path. */
    readonly only?: readonly string[];
    /** The variant of the event that the route runs. */
    readonly variant?: string;
    /** An additional field that selects one of several variants with the same fields. */
    readonly choice?: { readonly field: string; readonly among: readonly string[] };
  };
  /** The parameters of the query. */
  readonly query?: Readonly<Record<string, 'array' | 'boolean' | 'integer' | 'string'>>;
  /** Parameters of the path that are integers; the others are text. */
  readonly integers?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RouteContract {
  /** The purpose of the route in one sentence, for readers of the contract. */
  readonly summary: string;
  /** The owner of the access token in `Authorization: Bearer`; unset: no token is required. */
  readonly bearer?: 'user';
  /** Whether the access token may be one that is limited to rooms: the route shows and changes nothing of others. */
  readonly roomTokens?: 'open';
  /** The scope of an API key that is accepted in place of the access token; unset: none is. */
  readonly scope?: string;
  /** The request class of its query. */
  readonly query?: RequestClass;
  /** The request class of its JSON body. */
  readonly body?: RequestClass;
  /** The client event that it runs, if any. */
  readonly event?: EventRoute;
  /** By status. */
  readonly answers: Readonly<Record<number, AnswerContract>>;
}

/** Describes the request and the answers of a route; the published contract is generated from it. */
export const PublicRoute = Reflector.createDecorator<RouteContract>();

/** The empty body of a success. */
export type Nothing = Readonly<Record<string, never>>;

/** The headers of a refusal that ends by itself. */
export const RETRY_AFTER = { 'Retry-After': { description: 'Seconds after which to retry.' } } as const;

/** The refusals of every route with a JSON body. */
export const bodyRefusals = {
  400: {
    description: 'The body is not a JSON object, or fields are invalid: a list of reasons for each field.',
    type: 'BodyRefusal',
  },
  413: { description: 'The body is over 16 KiB.', type: 'HttpError' },
  415: { description: 'The body is not `application/json`.', type: 'HttpError' },
} as const satisfies RouteContract['answers'];
