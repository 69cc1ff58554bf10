import { Installation } from '../support/installation.js';

/** The package, and what an application installs beside it. */
const PACKAGES = ['libs/react', 'libs/client'].concat(
  ['react', '@types/react', 'csstype', 'preact'].map((name) => `node_modules/${name}`),
);

const PROGRAM = `
import type { Parley } from '@parley/client';
import { nameOf, ParleyProvider, useMessages, useSend } from '@parley/react';
import { MessageItem, MessageList } from '@parley/react/parts';
import { useRooms, useSearch, useThread, useUploads } from '@parley/react/preact';
import { MessagesState } from '@parley/react/state';

function Conversation({ roomId }: { readonly roomId: string }) {
  const { messages } = useMessages(roomId);
  const { send } = useSend(roomId);
  // @ts-expect-error -- content is a text: without the types of the client library it would be any.
  const wrong: number | undefined = messages[0]?.content;
  return (
    <MessageList roomId={roomId} empty="Nothing yet">
      {(message) => <MessageItem message={message} className={String(wrong)} />}
    </MessageList>
  );
}

export const App = ({ client }: { readonly client: Parley }) => (
  <ParleyProvider client={client}>
    <Conversation roomId="1" />
  </ParleyProvider>
);

export const stateOf = (client: Parley) => new MessagesState(client, '1', { pageSize: 20 });

const user = { id: 1, username: 'ada', first_name: 'Ada', last_name: 'Okafor', avatar: null, status: null, is_bot: false };
// @ts-expect-error -- A hook for Preact has the types of the client library too.
export const wrong = (): number => useThread('1', '2').messages[0]?.content;
console.log([App, stateOf, useRooms, useSearch, useThread, useUploads].every((each) => typeof each === 'function'), nameOf(user));
`;

/** Imports each entry of JavaScript and prints the names that it exports. */
const ENTRIES = `
import { readFileSync } from 'node:fs';

const { exports } = JSON.parse(readFileSync('node_modules/@parley/react/package.json', 'utf8'));
const entries = Object.keys(exports).filter((path) => !path.endsWith('.css')).map(async (path) => {
  const names = Object.keys(await import('@parley/react' + path.slice(1)));
  return [path, names.length > 0];
});
console.log(JSON.stringify(await Promise.all(entries)));
`;

let application: Installation;

beforeAll(() => {
  application = new Installation(PACKAGES);
});
afterAll(() => application.remove());

it('the package of the React bindings has its entries, which work beside the client library', () => {
  expect(application.contentOf('@parley/react')).toEqual(['LICENSE', 'README.md', 'dist', 'package.json', 'style.css']);
  application.write('entries.js', ENTRIES);
  const entries = JSON.parse(application.run(process.execPath, 'entries.js')) as [string, boolean][];
  expect(entries).toEqual(
    ['.', './files', './parts', './preact', './search', './state', './threads'].map((path) => [path, true]),
  );
});

it('a program with the package has its types, and runs', () => {
  application.compile('program.tsx', PROGRAM, { jsx: 'react-jsx', lib: ['ES2022', 'DOM'] });
  expect(application.run(process.execPath, 'program.js')).toBe('true Ada Okafor\n');
});
