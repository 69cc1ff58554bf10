import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

import { IconButton } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { Menu } from '../design/menu.js';
import type { MenuItem } from '../design/menu.js';
import { isNarrow } from '../design/narrow.js';
import { t } from '../languages/translate.js';
import { useFileChooser } from './attach-button.js';
import type { ComposerDialog } from './composer-dialogs.js';

interface ComposerActionsProps {
  readonly roomId: string;
  readonly dialog: Signal<ComposerDialog | null>;
}

/** The buttons that choose files and open the dialogs; those that are needed less often are in a menu. */
export function ComposerActions({ roomId, dialog }: ComposerActionsProps): JSX.Element {
  const { field, choose } = useFileChooser({ roomId });
  const show = (kind: ComposerDialog) => () => {
    dialog.value = kind;
  };
  const first: readonly MenuItem[] = [
    { icon: 'attach', label: t('files.attach'), act: choose },
    { icon: 'smile', label: t('composer.chooseEmoji'), act: show('emoji') },
  ];
  const others: readonly MenuItem[] = [
    { icon: 'poll', label: t('composer.newPoll'), act: show('poll') },
    { icon: 'clock', label: t('composer.sendLater'), act: show('later') },
    { icon: 'link', label: t('composer.attachByUrl'), act: show('attachment') },
  ];
  return (
    <>
      <Menu
        class="is-above"
        buttonClass="icon-button"
        aria-label={t('composer.add')}
        title={t('composer.add')}
        // There the menu is the only button before the field.
        items={() => (isNarrow() ? [...first, ...others] : others)}
      >
        <Icon name="plus" />
      </Menu>
      {first.map(({ icon, label, act }) => (
        <IconButton key={icon} class="composer-first" icon={icon} label={label} onClick={act} />
      ))}
      {field}
    </>
  );
}
