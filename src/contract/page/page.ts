import type { AsyncApiDocument, OpenApiDocument, Operation, Schema } from '../document.js';
import { clientEvent, codes, httpRoute, object, serverEvent } from './articles.js';
import { html, prose } from './html.js';
import { style } from './style.js';

/** The contract as one page for people: no script, and nothing from elsewhere. */
export function page(socket: AsyncApiDocument, http: OpenApiDocument): string {
  const { messages } = socket.components;
  const channel = socket.channels.messaging;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Parley: the contract</title>
        ${style}
      </head>
      <body>
        <header>
          <h1>Parley: the contract</h1>
          <p>
            Version ${socket.info.version}. For programs: <a href="/docs/asyncapi.yaml">AsyncAPI</a>,
            <a href="/docs/openapi.yaml">OpenAPI</a>.
          </p>
          <nav>
            <a href="#asked">Client events</a> <a href="#said">Server events</a> <a href="#objects">Objects</a>
            <a href="#http">HTTP</a> <a href="#errors">Error codes</a> <a href="#closes">Close codes</a>
          </nav>
        </header>
        <main>
          <section>
            <h2>The socket</h2>
            <p><code>GET ${channel.address}</code>, upgraded to WebSocket. ${prose(channel.description)}</p>
            <p>${prose(socket.info.description)}</p>
          </section>
          <section id="asked">
            <h2>Client events</h2>
            <p>Sent as <code>{"event_type", "data", "request_id"?}</code>.</p>
            ${eventsOf(socket, 'receive').map(([name, operation]) => clientEvent(name, operation, messages[name]))}
          </section>
          <section id="said">
            <h2>Server events</h2>
            <p>Sent as <code>{"eventType", "data", "request_id"?, "room_id"?, "seq"?, "meta"?}</code>.</p>
            ${eventsOf(socket, 'send').map(([name, operation]) => serverEvent(name, operation, messages[name]))}
          </section>
          <section id="objects">
            <h2>Objects</h2>
            ${objectsOf(socket, http).map(([name, schema]) => object(name, schema))}
          </section>
          <section id="http">
            <h2>HTTP</h2>
            <p>${prose(http.info.description)}</p>
            ${Object.entries(http.paths).flatMap(([path, routes]) =>
              Object.entries(routes).map(([method, route]) => httpRoute(method, path, route)),
            )}
          </section>
          <section id="errors">
            <h2>Error codes</h2>
            <p>In an <a href="#ErrorFrame">ErrorFrame</a>; the socket stays open.</p>
            ${codes(channel['x-error-codes'])}
          </section>
          <section id="closes">
            <h2>Close codes</h2>
            <p>The socket is closed; the code alone tells whether to come back.</p>
            ${codes(channel['x-close-codes'])}
          </section>
        </main>
      </body>
    </html> `.text;
}

const eventsOf = ({ operations }: AsyncApiDocument, action: Operation['action']): [string, Operation][] =>
  Object.entries(operations).filter(([, operation]) => operation.action === action);

const objectsOf = (...documents: readonly (AsyncApiDocument | OpenApiDocument)[]): [string, Schema][] =>
  documents
    .flatMap(({ components }) => Object.entries(components.schemas))
    .sort(([one], [other]) => (one < other ? -1 : 1));
