import { spawn } from 'node:child_process';

/** What opens an address, where it is not that of the freedesktop. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** @param say told where this machine has nothing to open it with */
export function openInBrowser(url: string, say: (line: string) => void): void {
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...words, url], { detached: true, stdio: 'ignore' });
  opener.on('error', () => {
    say(`There is no ${program} here: open ${url} yourself.\n`);
  });
  opener.unref();
}
