import type { JSX } from 'preact';

import { DirectoryDialog } from '../people/directory-dialog.js';
import { SearchDialog } from '../search/search-dialog.js';
import { OwnSettingsDialog } from '../settings/own-settings-dialog.js';
import { ThreadsDialog } from '../threads/threads-dialog.js';
import { LaterDialog } from './later-dialog.js';
import { NewRoomDialog } from './new-room-dialog.js';

/** The dialogs that the side bar opens. */
export type SidebarDialog = 'new' | 'directory' | 'search' | 'settings' | 'threads' | 'saved';

interface SidebarDialogsProps {
  readonly shown: SidebarDialog;
  readonly onClose: () => void;
}

export function SidebarDialogs({ shown, onClose }: SidebarDialogsProps): JSX.Element {
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
  }
}
