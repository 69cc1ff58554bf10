import type { Block } from './pages.js';

/**
 * What a block is, and thereby who runs it:
 * - `story`: a frame that test/stories/examples sends or hears;
 * - `frame`: a frame, held here to the contract;
 * - `output`: what the command before it prints, compared by test/server/documented-commands;
 * - `commands`: see commands.ts;
 * - `program`: part of a program that test/server/documented-programs checks and runs;
 * - `picture`: nothing that anybody could run.
 */
export type Kind = 'commands' | 'frame' | 'output' | 'picture' | 'program' | 'story';

/** By their pages: the reports of one command each, whose words are compared. */
const PICTURES = new Map([
  ['docs/operating.md', 1],
  ['docs/verifying.md', 1],
]);

/** Of which the blocks of TypeScript, one after the other, are one program. */
export const PROGRAMS = ['docs/quick-start.md', 'docs/client.md', 'docs/webhooks.md', 'libs/client/README.md'];

export function kindOf({ page, info, text }: Block): Kind | undefined {
  if (info === 'sh') return 'commands';
  if (info === 'ts') return PROGRAMS.includes(page) ? 'program' : undefined;
  if (/^json \w+ (sends|receives)$/.test(info)) return page === 'docs/events.md' ? 'story' : undefined;
  if (info === 'json') return /"event_?[tT]ype"/.test(text) ? 'frame' : 'output';
  return info === '' && PICTURES.has(page) ? 'picture' : undefined;
}

export const picturesOf = (page: string): number => PICTURES.get(page) ?? 0;
