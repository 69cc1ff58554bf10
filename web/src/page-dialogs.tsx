import type { FunctionComponent, JSX } from 'preact';

import { InviteDialog } from './inviting/invite-dialog.js';
import type { PageDialog } from './page-dialog.js';
import { DirectoryDialog } from './people/directory-dialog.js';
import { LaterDialog } from './rooms/later-dialog.js';
import { NewRoomDialog } from './rooms/new-room-dialog.js';
import { SearchDialog } from './search/search-dialog.js';
import { OwnSettingsDialog } from './settings/own-settings-dialog.js';
import { ShortcutsDialog } from './switcher/shortcuts-dialog.js';
import { SwitcherDialog } from './switcher/switcher-dialog.js';
import { ThreadsDialog } from './threads/threads-dialog.js';

interface DialogProps {
  readonly onClose: () => void;
}

const DIALOGS: Readonly<Record<PageDialog, FunctionComponent<DialogProps>>> = {
  new: NewRoomDialog,
  directory: DirectoryDialog,
  channels: ({ onClose }) => <DirectoryDialog kind="channels" onClose={onClose} />,
  invite: InviteDialog,
  search: SearchDialog,
  settings: OwnSettingsDialog,
  threads: ThreadsDialog,
  saved: LaterDialog,
  switcher: SwitcherDialog,
  shortcuts: ShortcutsDialog,
};

export function PageDialogs({ shown, onClose }: DialogProps & { readonly shown: PageDialog }): JSX.Element {
  const Shown = DIALOGS[shown];
  return <Shown onClose={onClose} />;
}
