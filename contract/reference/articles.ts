import type { Code, Message, Operation, Route, Schema } from './document.js';
import { heading, html, prose, table } from './html.js';
import type { Html } from './html.js';
import { schemaView } from './schema-view.js';

export function clientEvent(name: string, { summary, reply }: Operation, message: Message | undefined): Html {
  const answers = reply?.messages.map(({ $ref }) => $ref.split('/').at(-1) ?? '') ?? [];
  const links = answers.filter((answer) => answer !== 'error').map(linkToAnswer);
  const body = html`${dataOf(message)}
    <p>Speaks: ${links}</p>`;
  return article({ id: name, title: name, summary, body });
}

/** The answer to a heartbeat has no event name of its own. */
function linkToAnswer(answer: string): Html {
  const target = answer === 'status' ? 'StatusFrame' : answer;
  return html`<a href="#${target}">${target}</a> `;
}

export const serverEvent = (name: string, { summary }: Operation, message: Message | undefined): Html =>
  article({ id: name, title: name, summary, body: dataOf(message) });

function dataOf(message: Message | undefined): Html | undefined {
  const data = message?.payload.properties?.data;
  return data && schemaView(data);
}

export const object = (name: string, schema: Schema): Html =>
  article({ id: name, title: name, summary: schema.description, body: schemaView(schema) });

export function httpRoute(method: string, path: string, route: Route): Html {
  const body = route.requestBody?.content?.['application/json']?.schema;
  const answers = Object.entries(route.responses).map(([status, { description, content = {} }]) => {
    const schemas = Object.values(content).map(({ schema }) => schemaView(schema));
    return row(status, html`${prose(description)}${schemas}`);
  });
  return article({
    id: route.operationId,
    title: `${method.toUpperCase()} ${path}`,
    summary: route.summary,
    body: html`${route.description && html`<p>${prose(route.description)}</p>`}${parametersOf(route)}${
      body && schemaView(body)
    }${table(answers)}`,
  });
}

/** Without path parameters, which are in the title. */
function parametersOf({ parameters = [] }: Route): Html | undefined {
  const others = parameters.filter((parameter) => parameter.in !== 'path');
  if (others.length === 0) return undefined;
  return html`<p>Takes ${others.map(({ name, in: place }) => html`<code>${name}</code> (${place}) `)}</p>`;
}

export const codes = (all: readonly Code[]): Html =>
  table(
    all.map(({ code, meaning, advice }) =>
      row(code, html`${prose(meaning)}${advice && html` <strong>${advice}</strong>`}`),
    ),
  );

interface Article {
  readonly id: string;
  readonly title: string;
  readonly summary: string | undefined;
  readonly body: Html | undefined;
}

const article = ({ id, title, summary, body }: Article): Html =>
  html`<article>
    ${heading(3, id, html`<code>${title}</code>`)} ${summary && html`<p>${prose(summary)}</p>`}${body}
  </article> `;

const row = (head: string | number, cell: Html): Html =>
  html`<tr>
    <th scope="row">${head}</th>
    <td>${cell}</td>
  </tr>`;
