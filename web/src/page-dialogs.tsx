import type { JSX } from 'preact';

import type { PageDialog } from './page-dialog.js';
import { DirectoryDialog } from './people/directory-dialog.js';
import { LaterDialog } from './rooms/later-dialog.js';
import { NewRoomDialog } from './rooms/new-room-dialog.js';
import { SearchDialog } from './search/search-dialog.js';
import { OwnSettingsDialog } from './settings/own-settings-dialog.js';
import { ShortcutsDialog } from './switcher/shortcuts-dialog.js';
import { SwitcherDialog } from './switcher/switcher-dialog.js';
import { ThreadsDialog } from './threads/threads-dialog.js';

interface PageDialogsProps {
  readonly shown: PageDialog;
  readonly onClose: () => void;
}

export function PageDialogs({ shown, onClose }: PageDialogsProps): JSX.Element {
  switch (shown) {
    case 'new':
      return <NewRoomDialog onClose={onClose} />;
    case 'directory':
      return <DirectoryDialog onClose={onClose} />;
    case 'search':
      return <SearchDialog onClose={onClose} />;
    case 'settings':
      return <OwnSettingsDialog onClose={onClose} />;
    case 'threads':
      return <ThreadsDialog onClose={onClose} />;
    case 'saved':
      return <LaterDialog onClose={onClose} />;
    case 'switcher':
      return <SwitcherDialog onClose={onClose} />;
    case 'shortcuts':
      return <ShortcutsDialog onClose={onClose} />;
  }
}
