import { RefusalLog } from './refusal-log.js';

it('the log has each reason for which tokens are refused once a minute', () => {
  const lines: string[] = [];
  let now = 0;
  const log = new RefusalLog({ warn: (line: string) => lines.push(line) }, () => now);
  for (const why of ['one', 'two', 'one']) log.refused(why);
  expect(lines).toEqual(['one', 'two'].map((why) => `A token of the other issuer is refused: ${why}`));
  now = 60_000;
  log.refused('one');
  expect(lines).toHaveLength(3);
});
