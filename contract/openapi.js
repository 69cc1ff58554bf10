/** The HTTP API, as OpenAPI 3.1. */
import { jsonSchemaOf } from '@parley/realtime/requests';

import { about } from './about.js';
import { eventOperation, frameSchemas, securitySchemes as ofEvents, template } from './event-routes.js';
import { reference, referredTo } from './wire-schemas.js';

/** @typedef {import('./declared.js').Route} Route */
/** @typedef {import('./wire-schemas.js').Schemas} Schemas */

/** @typedef {import('./event-routes.js').ClientEventContract} ClientEventContract */

const securitySchemes = {
  ...ofEvents,
  user: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a user.' },
};

/** @param {readonly Route[]} routes @param {readonly ClientEventContract[]} clientEvents @param {Schemas} wire */
export function openApi(routes, clientEvents, wire) {
  const schemas = { ...wire, ...frameSchemas(wire) };
  const events = new Map(clientEvents.map((event) => [event.name, event]));
  /** @type {Record<string, object>} */
  const paths = {};
  for (const route of [...routes].sort((one, other) => (one.path < other.path ? -1 : 1))) {
    const path = template(route.path);
    paths[path] = { ...paths[path], [route.method]: operation(route, events, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: about('Parley over HTTP', 'JSON in, JSON out. Every path works with and without its trailing slash.'),
    servers: [{ url: 'http://localhost:3000', description: 'A local instance.' }],
    paths,
    components: { securitySchemes, schemas: withPrefixItems(referredTo(schemas, paths)) },
  };
}

/**
 * Writes tuples as JSON Schema 2020-12 does, which OpenAPI 3.1 uses. The generator writes them as draft 7 does, which
 * AsyncAPI uses.
 * @param {unknown} value @returns {unknown}
 */
function withPrefixItems(value) {
  if (Array.isArray(value)) return value.map(withPrefixItems);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isTuple = key === 'items' && Array.isArray(inner);
      return [isTuple ? 'prefixItems' : key, withPrefixItems(inner)];
    }),
  );
}

/** @param {Route} route @param {ReadonlyMap<string, ClientEventContract>} events @param {Schemas} schemas */
function operation(route, events, schemas) {
  const { method, path, summary, body, answers, event } = route;
  const content = body && { 'application/json': { schema: jsonSchemaOf(body) } };
  const { success, ...asked } = event
    ? eventOperation(route, event, events, schemas)
    : { success: undefined, ...authentication(route), ...parameters(route) };
  return {
    operationId: [method, ...path.replaceAll(':', '').split('/').filter(Boolean)].join('-'),
    summary,
    ...asked,
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      ...(success ? { 200: success } : {}),
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, response(answer, schemas)])),
    },
  };
}

/** How a route without an event is authenticated. @param {Route} route */
function authentication({ bearer, scope }) {
  const security = bearer === undefined ? [] : [{ [bearer]: [] }];
  if (scope === undefined) return { security };
  return { description: `An API key requires the scope \`${scope}\`.`, security: [...security, { apiKey: [] }] };
}

/** The parameters of paths that are no UUIDs. */
const TEXTS = ['username', 'external_id'];

/** The parameters of a path and of a query. @param {Route} route */
function parameters({ path, query }) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: TEXTS.includes(name) ? { type: 'string' } : { type: 'string', format: 'uuid' },
  }));
  const { properties = {}, required = [] } = query ? jsonSchemaOf(query) : {};
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  const all = [...inPath, ...inQuery];
  return all.length === 0 ? {} : { parameters: all };
}

/** @param {Route['answers'][number]} answer @param {Schemas} schemas */
function response({ description, type, contentType = 'application/json', headers }, schemas) {
  const schema = type === undefined ? { type: 'string' } : reference(schemas, type);
  const hasBody = type !== undefined || contentType !== 'application/json';
  return {
    description,
    ...(headers ? { headers: withSchemas(headers) } : {}),
    ...(hasBody ? { content: { [contentType]: { schema } } } : {}),
  };
}

/** @param {NonNullable<Route['answers'][number]['headers']>} headers */
const withSchemas = (headers) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { description }]) => [name, { description, schema: { type: 'string' } }]),
  );
