import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repeatingBlocks } from './doc-blocks.js';
import { root } from './pages.js';

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist', 'fixtures'].includes(name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return sourcesIn(path);
      return /\.[jt]sx?$/.test(path) ? [path] : [];
    });

describe('a doc block', () => {
  it('says more than the name of what it describes', () => {
    const sources = ['bin', 'contract', 'libs', 'src', 'test', 'tools', 'web'].flatMap(sourcesIn);
    const repeating = sources.flatMap((path) =>
      repeatingBlocks(readFileSync(join(root, path), 'utf8')).map((fault) => `${path}:${fault}`),
    );
    expect(repeating).toEqual([]);
    expect(sources.length).toBeGreaterThan(2_000);
  });

  it.each([
    ['/** The metrics of webhooks. */\n@Injectable()\nexport class WebhookMetrics {', 1],
    ['\n  /** Of the button. */\n  readonly buttonClass: string;', 2],
    ['/**\n * A field\n * of a form.\n */\nexport interface FormField {', 1],
    ['/** Seconds. */\nconst timeout = 3;', undefined],
    ['/** The metrics of webhooks, without those of the previous release. */\nclass WebhookMetrics {', undefined],
    ['/** The part. @throws Error if it is missing */\nfunction part() {', undefined],
  ])('is judged by its words: %j', (source, line) => {
    const [fault] = repeatingBlocks(source);
    expect(fault && Number(fault.split(':')[0])).toBe(line);
  });
});
