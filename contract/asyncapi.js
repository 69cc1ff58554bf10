/** The events over the WebSocket, as AsyncAPI 3.0. */
import { MAX_REQUEST_ID_LENGTH } from '@parley/protocol';
import { jsonSchemaOf, jsonSchemasOf } from '@parley/realtime/requests';

import { about } from './about.js';
import { closeCodes, errorCodes } from './codes.js';
import { reference, referredTo } from './wire-schemas.js';

/** @typedef {import('@parley/realtime/requests').ClientEventContract} ClientEventContract */
/** @typedef {import('./wire-schemas.js').Schema} Schema */
/** @typedef {import('./wire-schemas.js').Schemas} Schemas */
/** @typedef {{ readonly summary?: string, readonly [key: string]: unknown }} Message */

const CHANNEL = '#/channels/messaging';

const DESCRIPTION = [
  'Text frames carrying JSON. A `request_id` is returned in the direct answer, in the error, and in the',
  "sender's own copy of a broadcast, not in those of other receivers. Both sides ignore unknown keys,",
  'unless the schema of a client object forbids them.',
].join(' ');

/** @param {readonly ClientEventContract[]} events @param {Schemas} schemas */
export function asyncApi(events, schemas) {
  const emitted = serverMessages(schemas);
  const messages = {
    ...Object.fromEntries(events.map((event) => [event.name, clientMessage(event)])),
    ...emitted,
    error: { name: 'error', title: 'A refusal', payload: reference(schemas, 'ErrorFrame') },
    status: { name: 'status', title: 'The answer to a heartbeat', payload: reference(schemas, 'StatusFrame') },
  };
  return {
    asyncapi: '3.0.0',
    info: about('Parley over WebSocket', DESCRIPTION),
    defaultContentType: 'application/json',
    servers: { local: { host: 'localhost:3000', protocol: 'ws', description: 'A local instance.' } },
    channels: { messaging: channel(Object.keys(messages)) },
    operations: {
      ...Object.fromEntries(events.map((event) => [event.name, asked(event)])),
      ...Object.fromEntries(Object.keys(emitted).map((name) => [name, said(name, emitted[name]?.summary)])),
    },
    components: { messages, schemas: referredTo(schemas, [messages, reference(schemas, 'UnauthenticatedReason')]) },
  };
}

/** @param {string[]} names of the messages */
function channel(names) {
  return {
    address: '/messaging/',
    title: 'The WebSocket of one device',
    description: [
      'Opened with an access token: in the query (`token`), in `Authorization: Bearer`, or as the subprotocols',
      '`bearer, <token>`. The first frame is `chat.notifications`.',
    ].join(' '),
    messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
    bindings: {
      ws: {
        method: 'GET',
        query: { type: 'object', properties: { token: { type: 'string', description: 'An access token.' } } },
        bindingVersion: '0.1.0',
      },
    },
    'x-error-codes': errorCodes(),
    'x-close-codes': closeCodes(),
  };
}

/** @param {ClientEventContract} event @returns {Message} */
function clientMessage({ name, summary, request, variants }) {
  return {
    name,
    summary,
    payload: {
      type: 'object',
      properties: {
        event_type: { type: 'string', const: name },
        data: variants ? { oneOf: jsonSchemasOf(variants) } : jsonSchemaOf(request),
        request_id: { type: 'string', minLength: 1, maxLength: MAX_REQUEST_ID_LENGTH },
      },
      required: ['event_type', 'data'],
    },
  };
}

/**
 * A message for each member of the union of the server's frames, sorted by name.
 * @param {Schemas} schemas @returns {Record<string, Message>}
 */
function serverMessages({ ServerEvent }) {
  const frames = /** @type {Frame[]} */ (ServerEvent?.anyOf);
  const messages = frames.map(serverMessage).sort((one, other) => (one.name < other.name ? -1 : 1));
  return Object.fromEntries(messages.map((message) => [message.name, message]));
}

/** @typedef {{ eventType: { const: string }, data: Schema & { description?: string } }} Named */
/** @typedef {Schema & { properties: Named & Schema }} Frame */

/** @param {Frame} frame The description of its data is that of the message. */
function serverMessage({ properties: { eventType, data, ...others }, ...frame }) {
  const { description, ...unsaid } = data;
  return {
    name: eventType.const,
    ...(description ? { summary: description } : {}),
    payload: { ...frame, properties: { eventType, data: unsaid, ...others } },
  };
}

/** @param {ClientEventContract} event */
const asked = ({ name, summary, emits, cost }) => ({
  action: 'receive',
  summary,
  ...(cost ? { description: `Counts as ${String(cost)} events of \`EVENTS_PER_SECOND_PER_USER\`.` } : {}),
  channel: { $ref: CHANNEL },
  messages: [onChannel(name)],
  reply: {
    channel: { $ref: CHANNEL },
    messages: [...(emits.length > 0 ? emits : ['status']), 'error'].map(onChannel),
  },
});

/** @param {string} name @param {string | undefined} summary */
const said = (name, summary) => ({
  action: 'send',
  ...(summary ? { summary } : {}),
  channel: { $ref: CHANNEL },
  messages: [onChannel(name)],
});

/** @param {string} name */
const onChannel = (name) => ({ $ref: `${CHANNEL}/messages/${name}` });
