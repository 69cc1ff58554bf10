import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { published } from '../support/contract.js';
import { commandsOf, isOfOthers, ranBy, runsAsItStands } from './commands.js';
import { kindOf, picturesOf } from './kinds.js';
import { blocksOf, pages, placeOf, root } from './pages.js';
import type { Block } from './pages.js';

const blocks = pages.flatMap(blocksOf);
const ofKind = (kind: ReturnType<typeof kindOf>): Block[] => blocks.filter((block) => kindOf(block) === kind);

/** Replaces placeholders in `<>`. */
const AN_ID = '01980000-0000-7000-8000-000000000001';

function faultOf(block: Block): string | undefined {
  const frame = JSON.parse(block.text.replace(/<[^>]*>/g, AN_ID)) as { event_type?: string; eventType?: string };
  return published().faultsOf(frame.event_type ?? frame.eventType ?? '', frame);
}

describe('a fenced block of a documentation page', () => {
  it('is of a kind that a test checks', () => {
    const unknown = blocks.filter((block) => kindOf(block) === undefined);
    expect(unknown.map((block) => `${placeOf(block)}: ${block.info}`)).toEqual([]);
    expect(blocks.length).toBeGreaterThan(100);
  });

  it('contains only commands that a test runs', () => {
    const commands = ofKind('commands').flatMap((block) =>
      commandsOf(block).map((command) => ({ command, place: placeOf(block) })),
    );
    expect(
      commands.filter(({ command }) => !runsAsItStands(command) && !isOfOthers(command) && !ranBy(command)),
    ).toEqual([]);
    const files = commands.flatMap(({ command }) => ranBy(command) ?? []);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('with a frame matches the contract', () => {
    const frames = ofKind('frame');
    expect(frames.map((block) => [placeOf(block), faultOf(block)])).toEqual(
      frames.map((block) => [placeOf(block), undefined]),
    );
  });

  it('is an untested report only on the listed pages', () => {
    for (const page of pages) {
      expect([page, blocksOf(page).filter((block) => kindOf(block) === 'picture').length]).toEqual([
        page,
        picturesOf(page),
      ]);
    }
  });

  it('with a report has the labels of the real report', () => {
    const [report] = blocksOf('docs/verifying.md').filter((block) => kindOf(block) === 'picture');
    const words = readFileSync(join(root, 'tools/verify/src/command/report-text.ts'), 'utf8');
    const shown = report!.text.split('\n').map((line) => line.split(/ {2,}| \(/)[0] ?? '');
    expect(shown.filter((word) => !words.includes(word))).toEqual([]);
    expect(shown).toContain('doubled');
  });
});
