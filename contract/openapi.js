/** What is asked over HTTP, as OpenAPI 3.1. */
import { jsonSchemaOf } from '@parley/realtime/inbound';

import { about } from './about.js';
import { reference, referredTo } from './wire-schemas.js';

/** @typedef {import('./declared.js').Route} Route */
/** @typedef {import('./wire-schemas.js').Schemas} Schemas */

/** @param {readonly Route[]} routes @param {Schemas} schemas */
export function openApi(routes, schemas) {
  /** @type {Record<string, object>} */
  const paths = {};
  for (const route of [...routes].sort((one, other) => (one.path < other.path ? -1 : 1))) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: about('Parley over HTTP', 'JSON in, JSON out. Every path works with and without its trailing slash.'),
    servers: [{ url: 'http://localhost:3000', description: 'As it is started on a laptop.' }],
    paths,
    components: { schemas: referredTo(schemas, paths) },
  };
}

/** @param {Route} route @param {Schemas} schemas */
function operation({ method, path, summary, body, answers }, schemas) {
  const content = body && { 'application/json': { schema: jsonSchemaOf(body) } };
  return {
    operationId: [method, ...path.split('/').filter(Boolean)].join('-'),
    summary,
    security: [],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [status, response(answer, schemas)]),
    ),
  };
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
