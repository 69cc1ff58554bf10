/** The requests and answers of routes that run a client event, derived from the event. */
import { jsonSchemaOf, jsonSchemasOf } from '@parley/realtime/requests';

import { reference } from './wire-schemas.js';

/** @typedef {import('@parley/realtime/requests').ClientEventContract} ClientEventContract */
/** @typedef {import('@parley/realtime/requests').ObjectSchema} ObjectSchema */
/** @typedef {import('./declared.js').Route} Route */
/** @typedef {import('./wire-schemas.js').Schema} Schema */
/** @typedef {import('./wire-schemas.js').Schemas} Schemas */
/** @typedef {NonNullable<Route['event']>} EventRoute */

const IN_PATH = /:(\w+)/g;

export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key that `npx parley keys create` has created. Each operation names the scope that it requires.',
  },
};

/** The server's frames by event name. @param {Schemas} schemas @returns {Schemas} */
export function frameSchemas({ ServerEvent }) {
  const frames = /** @type {(Schema & { properties: { eventType: { const: string } } })[]} */ (ServerEvent?.anyOf);
  return Object.fromEntries(frames.map((frame) => [frame.properties.eventType.const, frame]));
}

/** `/api/rooms/{room_id}/`, for `/api/rooms/:room_id/`. @param {string} path */
export const template = (path) => path.replace(IN_PATH, '{$1}');

/**
 * @param {Route} route @param {EventRoute} event @param {ReadonlyMap<string, ClientEventContract>} events
 * @param {Schemas} schemas
 */
export function eventOperation({ path }, event, events, schemas) {
  const contract = events.get(event.name);
  if (!contract) throw new Error(`${path} runs ${event.name}, which is not an event`);
  const inPath = [...path.matchAll(IN_PATH)].map(([, name = '']) => name);
  const answers = contract.emits.map((name) => reference(schemas, name));
  const body = event.body && bodyOf(event.body, contract, inPath);
  return {
    description: `Runs the event \`${event.name}\`. Requires the scope \`${event.scope}\`.`,
    security: [{ apiKey: [] }],
    parameters: parameters(event, contract, inPath),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    success: {
      description: 'The frame that a WebSocket would receive.',
      content: { 'application/json': { schema: answers.length === 1 ? answers[0] : { anyOf: answers } } },
    },
  };
}

/** @param {EventRoute} event @param {ClientEventContract} contract @param {readonly string[]} inPath */
function parameters({ query = {}, integers = [], headers = {} }, { request }, inPath) {
  const { properties, required = [] } = jsonSchemaOf(request);
  return [
    ...inPath.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: integers.includes(name) ? 'integer' : 'string' },
    })),
    ...Object.entries(query).map(([name, type]) => ({
      name,
      in: 'query',
      ...(required.includes(name) ? { required: true } : {}),
      schema: { ...withoutNull(properties[name]), type },
    })),
    { name: 'Parley-User', in: 'header', description: ACTS_FOR, schema: { type: 'string' } },
    ...Object.entries(headers).map(([name, description]) => ({
      name,
      in: 'header',
      description,
      schema: { type: 'string' },
    })),
  ];
}

/** A value that is null in an event is omitted in a query. @param {Schema | undefined} schema @returns {Schema} */
function withoutNull(schema = {}) {
  const { enum: choices, ...rules } = /** @type {Schema & { enum?: unknown[] }} */ (schema);
  return choices ? { ...rules, enum: choices.filter((choice) => choice !== null) } : rules;
}

const ACTS_FOR = 'The id or username of the user to act for, if the key has no user of its own.';

/**
 * @param {NonNullable<EventRoute['body']>} body @param {ClientEventContract} contract
 * @param {readonly string[]} inPath
 */
function bodyOf({ within, only, variant, choice }, contract, inPath) {
  const all = dataOf(contract, variant, choice?.among[0], inPath);
  if ('oneOf' in all) return all;
  const { properties = {}, required = [] } = within === undefined ? all : objectIn(all, within);
  const named = Object.entries(properties).filter(([name]) => only?.includes(name) ?? !inPath.includes(name));
  /** @type {[string, Schema][]} */
  const choosing = choice ? [[choice.field, { type: 'string', enum: choice.among }]] : [];
  const needed = [...(choice ? [choice.field] : []), ...(only ?? required.filter((name) => !inPath.includes(name)))];
  return {
    type: 'object',
    properties: Object.fromEntries([...choosing, ...named]),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
}

/**
 * @param {ClientEventContract} contract @param {string | undefined} variant @param {string | undefined} chosen
 * @param {readonly string[]} inPath
 * @returns {{ readonly oneOf: ObjectSchema[] } | ObjectSchema}
 */
function dataOf({ request, variants }, variant, chosen, inPath) {
  const wanted = variant ?? chosen;
  if (!variants) return jsonSchemaOf(request);
  if (wanted === undefined) return { oneOf: jsonSchemasOf(variants) };
  const one = variants.classes()[wanted];
  if (!one) throw new Error(`there is no variant ${wanted} beside ${inPath.join(', ')}`);
  return jsonSchemaOf(one);
}

/** @param {ObjectSchema} schema @param {string} name @returns {Partial<ObjectSchema>} */
function objectIn({ properties }, name) {
  const inner = /** @type {Partial<ObjectSchema> | undefined} */ (properties[name]);
  if (!inner?.properties) throw new Error(`${name} is not an object with known properties`);
  return inner;
}
