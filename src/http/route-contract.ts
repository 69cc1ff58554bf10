import { Reflector } from '@nestjs/core';
import type { RequestClass } from '@parley/realtime/inbound';

export interface AnswerContract {
  /** When it is given. */
  readonly description: string;
  /** The name of the TypeScript type of its JSON body. */
  readonly type?: string;
  /** Of an answer that is no JSON. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, { readonly description: string }>>;
}

export interface RouteContract {
  /** What it is for: one sentence for whoever reads the contract. */
  readonly summary: string;
  /** What its JSON body must satisfy. */
  readonly body?: RequestClass;
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
