import type { Block } from './pages.js';

/**
 * The kind of a block says which test checks it:
 * - `story`: a frame that test/stories/examples sends or receives;
 * - `frame`: a frame, compared here with the contract;
 * - `output`: the output of the command before it, compared by test/server/long/documented-commands;
 * - `commands`: see commands.ts;
 * - `program`: part of a program that test/server/long/documented-programs compiles and runs, or the browser spec of
 *   docs/embedding.md;
 * - `cors`: the rules of a bucket, which test/browser/web-client-files-in-store applies;
 * - `python`: part of a program that test/python/documented runs;
 * - `component`: a program with JSX that test/browser/documented-react compiles; it runs that of a page;
 * - `picture`: a report or drawing that is not run.
 */
export type Kind = 'commands' | 'component' | 'cors' | 'frame' | 'output' | 'picture' | 'program' | 'python' | 'story';

/** Pages with the report of one command each, whose labels are compared. */
const PICTURES = new Map([
  ['docs/operating.md', 1],
  ['docs/verifying.md', 1],
]);

/** Pages whose blocks of TypeScript, joined in order, are one program. */
export const PROGRAMS = [
  'docs/quick-start.md',
  'docs/client.md',
  'docs/server.md',
  'docs/webhooks.md',
  'libs/client/README.md',
  'libs/server/README.md',
];

/** A page with a backend in two languages and a page for its users, which test/browser/documented-embedding runs. */
export const EMBEDDING = 'docs/embedding.md';

/** Pages with one block of TypeScript with JSX. */
export const COMPONENTS = ['docs/react.md', 'libs/react/README.md', EMBEDDING];

const CODE = new Map<string, { readonly kind: Kind; readonly pages: readonly string[] }>([
  ['ts', { kind: 'program', pages: [...PROGRAMS, EMBEDDING] }],
  ['python', { kind: 'python', pages: ['docs/python.md', EMBEDDING] }],
  ['tsx', { kind: 'component', pages: COMPONENTS }],
]);

export function kindOf({ page, info, text }: Block): Kind | undefined {
  if (info === 'sh') return 'commands';
  const code = CODE.get(info);
  if (code) return code.pages.includes(page) ? code.kind : undefined;
  if (/^json \w+ (sends|receives)$/.test(info)) return /^docs\/events(-[\w-]+)?\.md$/.test(page) ? 'story' : undefined;
  if (info === 'json') return kindOfJson(text);
  return info === '' && PICTURES.has(page) ? 'picture' : undefined;
}

function kindOfJson(text: string): Kind {
  if (text.includes('"CORSRules"')) return 'cors';
  return /"event_?[tT]ype"/.test(text) ? 'frame' : 'output';
}

export const picturesOf = (page: string): number => PICTURES.get(page) ?? 0;
