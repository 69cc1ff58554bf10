import type { Signal } from '@preact/signals';

import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { pageDialog } from '../page-dialog.js';
import type { PageDialog } from '../page-dialog.js';
import type { ComposerDialog } from './composer-dialogs.js';
import type { Finder } from '../design/use-suggestions.js';

/** A command is the whole text. */
const BEGUN = /^\/(\w*)$/;

const OF_MESSAGE: readonly (readonly [string, ComposerDialog, TextKey])[] = [
  ['attach', 'attachment', 'composer.attachByUrl'],
  ['emoji', 'emoji', 'composer.chooseEmoji'],
  ['later', 'later', 'composer.sendLater'],
  ['poll', 'poll', 'composer.newPoll'],
];

const OF_PAGE: readonly (readonly [string, PageDialog, TextKey])[] = [
  ['new', 'new', 'rooms.newConversation'],
  ['saved', 'saved', 'rooms.savedAndScheduled'],
  ['search', 'search', 'rooms.searchMessages'],
  ['settings', 'settings', 'rooms.settings'],
  ['shortcuts', 'shortcuts', 'switcher.shortcuts'],
  ['threads', 'threads', 'rooms.threads'],
];

/**
 * Suggests the commands for a text that begins with a slash. A chosen one opens its dialog.
 * @param isEdit whether the text is that of a sent message, which has no commands
 */
export function commandFinder(dialog: Signal<ComposerDialog | null>, isEdit: boolean): Finder {
  const commands = commandsWith(dialog);
  return (before) => {
    const begun = BEGUN.exec(before)?.[1];
    if (begun === undefined || isEdit) return null;
    const fitting = commands.filter(({ name }) => name.startsWith(begun.toLowerCase()));
    const suggestions = fitting.map(({ name, text, act }) => ({
      key: name,
      label: `/${name}`,
      note: t(text),
      text: '',
      act,
    }));
    return { length: before.length, suggestions };
  };
}

interface Command {
  readonly name: string;
  readonly text: TextKey;
  readonly act: () => void;
}

const commandsWith = (dialog: Signal<ComposerDialog | null>): readonly Command[] => [
  ...OF_MESSAGE.map(([name, shown, text]) => ({ name, text, act: () => void (dialog.value = shown) })),
  ...OF_PAGE.map(([name, shown, text]) => ({ name, text, act: () => void (pageDialog.value = shown) })),
];

/** A command before a text, or what looks like one. A path such as `/etc/hosts` does not. */
const WRITTEN = /^\/(\p{L}+)(?:\s+|$)/u;

/**
 * The command with which a message begins.
 * @returns `act` opens its dialog, and is missing for a command that does not exist; `rest` is the text behind it
 */
export function commandIn(
  text: string,
  dialog: Signal<ComposerDialog | null>,
): { readonly name: string; readonly rest: string; readonly act?: () => void } | null {
  const [whole, name] = WRITTEN.exec(text) ?? [];
  if (whole === undefined || name === undefined) return null;
  const command = commandsWith(dialog).find((each) => each.name === name.toLowerCase());
  return { name, rest: text.slice(whole.length), ...(command && { act: command.act }) };
}
