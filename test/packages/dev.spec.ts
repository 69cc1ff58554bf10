import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

import { WebSocket } from 'ws';

import { eventually } from '../support/eventually.js';

const ROOT = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

const BUILD = {
  extends: join(ROOT, 'tsconfig.build.json'),
  compilerOptions: { rootDir: '.', outDir: 'dist/nest', typeRoots: [join(ROOT, 'node_modules/@types')] },
  include: ['src'],
};
const service = (text: string): string => `
const text: string = '${text}';
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => { console.log(text, 'ends'); process.exit(); });
console.log(text, 'begins', process.env.SHUTDOWN_SECONDS);
setInterval(() => {}, 1_000);
`;
const page = (script: string): string => `<!doctype html><script type="module" src="${script}"></script>`;
const ACCEPTS = 'document.title = "first"; import.meta.hot.accept();';

let place: string;
let dev: ChildProcessByStdio<null, Readable, Readable>;
let printed: { stdout: string; stderr: string };

function writes(path: string, text: string): void {
  mkdirSync(dirname(join(place, path)), { recursive: true });
  writeFileSync(join(place, path), text);
}

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'parley-dev-'));
  cpSync(join(ROOT, 'bin'), join(place, 'bin'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'));
  writes('package.json', JSON.stringify({ type: 'module', engines: { node: '>=20.19' } }));
  writes('tsconfig.build.json', JSON.stringify(BUILD));
  cpSync(join(ROOT, 'nest-cli.json'), join(place, 'nest-cli.json'));
  writes('src/main.ts', service('first'));
  for (const [folder, base] of [
    ['web', './'],
    ['web/admin', '/admin/'],
    ['web/welcome', '/welcome/'],
  ] as const) {
    const settings = { base, cacheDir: join(place, 'cache', folder) };
    writes(
      `${folder}/vite.config.ts`,
      `export default { root: import.meta.dirname, ...${JSON.stringify(settings)}, clearScreen: false };`,
    );
    writes(`${folder}/index.html`, page('/main.ts'));
    writes(`${folder}/main.ts`, ACCEPTS);
  }
  printed = { stdout: '', stderr: '' };
});
afterEach(async () => {
  await stopped();
  rmSync(place, { recursive: true });
});

function runs(script: string): void {
  // The command of the script, without npm and the build before it.
  const [program = '', ...words] = scripts[script]!.split(' ');
  const path = program === 'node' ? words.shift()! : join(ROOT, 'node_modules/.bin', program);
  dev = spawn(process.execPath, [path, ...words], { cwd: place, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const name of ['stdout', 'stderr'] as const) {
    dev[name].setEncoding('utf8').on('data', (text: string) => (printed[name] += text));
  }
}

async function stopped(): Promise<void> {
  if (dev.exitCode !== null || dev.signalCode !== null) return;
  dev.kill('SIGINT');
  await once(dev, 'close');
}

const prints = (text: string, to: keyof typeof printed = 'stdout'): Promise<void> =>
  eventually(() => printed[to].includes(text));

/** Vite prints lines between those of the services. */
const printsInTurn = (one: string, other: string): Promise<void> =>
  eventually(() => printed.stdout.split(one)[1]?.includes(other) === true);

async function address(): Promise<string> {
  await prints('Pages: ', 'stderr');
  return /Pages: ([^\s,]+)/.exec(printed.stderr)![1]!;
}

it('a change of src restarts the service, after the running one has ended', async () => {
  runs('dev');
  await prints('first begins 1\n');
  writes('src/main.ts', service('second'));
  await printsInTurn('first ends\n', 'second begins 1\n');
  await stopped();
  expect(printed.stdout).toContain('second ends\n');
});

it('a fault in src is printed, and the service keeps running until it is corrected', async () => {
  runs('dev');
  await prints('first begins');
  writes('src/main.ts', 'const = 1;');
  await prints('error');
  expect(printed.stdout).not.toContain('first ends');
  writes('src/main.ts', service('second'));
  await printsInTurn('first ends\n', 'second begins');
});

it.each(['', 'admin/', 'welcome/'])('a change of a page is sent to the browsers that show it: /%s', async (path) => {
  runs('dev:pages');
  const url = `${await address()}${path}`;
  const html = await (await fetch(url)).text();
  expect(html).toContain('@vite/client');
  const client = await (await fetch(new URL('@vite/client', url))).text();
  const token = /wsToken = "([^"]+)"/.exec(client)![1]!;
  // Only a module that was requested is watched.
  const script = /src="(\/[^"]*main\.ts)"/.exec(html)![1]!;
  expect(await (await fetch(new URL(script, url))).text()).toContain('first');
  const socket = new WebSocket(`${url.replace('http', 'ws')}?token=${token}`, 'vite-hmr');
  const received: string[] = [];
  socket.on('message', (data: Buffer) => received.push(String(data)));
  await eventually(() => received.some((text) => text.includes('connected')));
  writes(`web/${path}main.ts`, ACCEPTS.replace('first', 'second'));
  await eventually(() => received.some((text) => text.includes('"update"') && text.includes('main.ts')));
  socket.terminate();
});
