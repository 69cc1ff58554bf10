import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { jsonSchemaOf, requireKnown, validated } from '@parley/realtime/requests';
import type { RequestClass } from '@parley/realtime/requests';

type Query = Readonly<Record<string, unknown>>;

const INTEGER = /^-?\d+$/;

/** A text that is no integer stays text, and is refused by validation. */
export const integer = (text: unknown): unknown =>
  typeof text === 'string' && INTEGER.test(text) ? Number(text) : text;

/** A text that is no boolean stays text, and is refused by validation. */
export const boolean = (text: unknown): unknown => (text === 'true' || text === 'false' ? text === 'true' : text);

/** The query, validated by a request class. @throws Refusal 4003 also for other parameters */
export const QueryOf = createParamDecorator((shape: RequestClass, context: ExecutionContext) => {
  const { query } = context.switchToHttp().getRequest<{ readonly query: Query }>();
  return validated(shape, valuesOf(shape, query));
});

function valuesOf(shape: RequestClass, query: Query): Query {
  const { properties } = jsonSchemaOf(shape);
  requireKnown(Object.keys(query).filter((name) => !Object.hasOwn(properties, name)));
  const fields = Object.entries(properties).filter(([name]) => query[name] !== undefined);
  return Object.fromEntries(fields.map(([name, { type }]) => [name, valueOf(query[name], [type].flat())]));
}

function valueOf(text: unknown, types: readonly (string | undefined)[]): unknown {
  if (types.includes('integer')) return integer(text);
  return types.includes('boolean') ? boolean(text) : text;
}
