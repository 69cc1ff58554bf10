import type { AsyncApiDocument, OpenApiDocument } from './document.js';
import { reference } from './reference.js';

const hostile = '<script>alert("{{&\'}}")</script>';
const harmless = '&lt;script&gt;alert(&quot;&#123;&#123;&amp;&#39;}}&quot;)&lt;/script&gt;';

const socket: AsyncApiDocument = {
  info: { version: hostile, description: hostile },
  channels: {
    messaging: {
      address: hostile,
      description: hostile,
      'x-error-codes': [{ code: 4003, meaning: hostile }],
      'x-close-codes': [{ code: 1012, meaning: hostile, advice: hostile }],
    },
  },
  operations: {
    'room.shout': { action: 'receive', summary: hostile, reply: { messages: [{ $ref: '#/x/shout.dispatch' }] } },
    'shout.dispatch': { action: 'send', summary: hostile },
  },
  components: {
    messages: {
      'room.shout': {
        payload: {
          properties: {
            data: {
              oneOf: [
                {
                  title: hostile,
                  properties: {
                    [hostile]: { type: hostile, format: hostile, pattern: hostile, description: hostile },
                    loudness: { type: ['integer', 'null'], maximum: 11 },
                    words: { type: 'array', items: { type: 'string' }, maxItems: 3 },
                  },
                  required: ['words'],
                },
              ],
            },
          },
        },
      },
      'shout.dispatch': { payload: { properties: { data: { $ref: '#/components/schemas/Shout' } } } },
    },
    schemas: { Shout: { enum: [hostile], description: hostile } },
  },
};

const http: OpenApiDocument = {
  info: { description: hostile },
  paths: {
    [hostile]: {
      post: {
        operationId: hostile,
        summary: hostile,
        requestBody: { content: { 'application/json': { schema: { properties: { word: { type: 'string' } } } } } },
        responses: { 200: { description: hostile, content: { 'text/plain': { schema: { type: 'string' } } } } },
      },
    },
  },
  components: { schemas: { Pair: { type: 'object', properties: { access: { type: 'string', minLength: 0 } } } } },
};

/** The visible text. */
const textOf = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe('the reference', () => {
  const made = reference(socket, http);

  it('shows the client events with every field, its limits, and the answers', () => {
    expect(textOf(made)).toMatch(/loudness optional integer or null , at most 11/);
    expect(textOf(made)).toMatch(/words list of string , at most 3 entries/);
    expect(made).toContain('<a href="#shout.dispatch">shout.dispatch</a>');
  });

  it('shows the server events, the objects, the routes and the codes', () => {
    expect(made).toContain('<h3 id="shout.dispatch"');
    expect(made).toContain('<a href="#Shout">Shout</a>');
    expect(textOf(made)).toMatch(/POST .* word optional string/);
    expect(textOf(made)).toMatch(/4003 .* 1012 /);
  });

  it('escapes all texts', () => {
    expect(made).toContain(harmless);
    expect(made).not.toContain('<script');
  });

  it('is one block of HTML in Markdown, without Vue expressions', () => expect(made).not.toMatch(/\n\s*\n|\{/));
});
