import { signal } from '@preact/signals';

import { commandIn } from './commands.js';
import type { ComposerDialog } from './composer-dialogs.js';

const dialog = signal<ComposerDialog | null>(null);

it('a command before a text opens its dialog, and leaves the text', () => {
  const command = commandIn('/Poll  Tea or coffee?', dialog);
  expect(command).toMatchObject({ name: 'Poll', rest: 'Tea or coffee?' });
  command?.act?.();
  expect(dialog.value).toBe('poll');
});

it.each(['/pol hello', '/away', '/помощь'])('%j is a command that does not exist', (text) => {
  expect(commandIn(text, dialog)).not.toBeNull();
  expect(commandIn(text, dialog)?.act).toBeUndefined();
});

it.each(['/etc/hosts is wrong', '/', '//comment', '/ 2', 'a /poll', '/1', ''])('%j is no command', (text) => {
  expect(commandIn(text, dialog)).toBeNull();
});
