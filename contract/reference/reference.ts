import { clientEvent, codes, httpRoute, object, serverEvent } from './articles.js';
import type { AsyncApiDocument, OpenApiDocument, Operation, Schema } from './document.js';
import { heading, html, prose } from './html.js';

/**
 * The contract for readers: a piece of a page without empty lines, so that Markdown keeps it as one block. Each heading
 * is on a line of its own, where the search of the site expects it.
 */
export function reference(socket: AsyncApiDocument, http: OpenApiDocument): string {
  const { messages } = socket.components;
  const channel = socket.channels.messaging;
  return (
    html` <section>
        ${heading(2, 'the-socket', 'The socket')}
        <p><code>GET ${channel.address}</code>, upgraded to WebSocket. ${prose(channel.description)}</p>
        <p>${prose(socket.info.description)}</p>
      </section>
      <section>
        ${heading(2, 'asked', 'Client events')}
        <p>Sent as <code>{"event_type", "data", "request_id"?}</code>.</p>
        ${eventsOf(socket, 'receive').map(([name, operation]) => clientEvent(name, operation, messages[name]))}
      </section>
      <section>
        ${heading(2, 'said', 'Server events')}
        <p>Sent as <code>{"eventType", "data", "request_id"?, "room_id"?, "seq"?, "meta"?}</code>.</p>
        ${eventsOf(socket, 'send').map(([name, operation]) => serverEvent(name, operation, messages[name]))}
      </section>
      <section>
        ${heading(2, 'objects', 'Objects')} ${objectsOf(socket, http).map(([name, schema]) => object(name, schema))}
      </section>
      <section>
        ${heading(2, 'http', 'HTTP')}
        <p>${prose(http.info.description)}</p>
        ${Object.entries(http.paths).flatMap(([path, routes]) =>
          Object.entries(routes).map(([method, route]) => httpRoute(method, path, route)),
        )}
      </section>
      <section>
        ${heading(2, 'errors', 'Error codes')}
        <p>In an <a href="#ErrorFrame">ErrorFrame</a>; the socket stays open.</p>
        ${codes(channel['x-error-codes'])}
      </section>
      <section>
        ${heading(2, 'closes', 'Close codes')}
        <p>The socket is closed; the code alone says whether to reconnect.</p>
        ${codes(channel['x-close-codes'])}
      </section>`.text
      .trim()
      .replace(/\s*\n\s*/g, ' ')
      .replace(/ ?(<h\d .*?<\/h\d>) ?/g, '\n$1\n')
      // Vue would evaluate these.
      .replaceAll('{', '&#123;')
  );
}

const eventsOf = ({ operations }: AsyncApiDocument, action: Operation['action']): [string, Operation][] =>
  Object.entries(operations).filter(([, operation]) => operation.action === action);

/** All objects, without duplicates. The server's events have a section of their own. */
const objectsOf = (socket: AsyncApiDocument, http: OpenApiDocument): [string, Schema][] =>
  Object.entries({ ...http.components.schemas, ...socket.components.schemas })
    .filter(([name]) => !Object.hasOwn(socket.components.messages, name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
