import type { JSX } from 'preact';

import { Button } from '../design/button.js';
import { Icon } from '../design/icon.js';
import type { IconName } from '../design/icon.js';
import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { pageDialog } from '../page-dialog.js';
import type { PageDialog } from '../page-dialog.js';
import { accountRights } from '../session/account-rights.js';
import type { AccountRights } from '../session/account-rights.js';

interface Step {
  readonly dialog: PageDialog;
  readonly icon: IconName;
  readonly text: TextKey;
  /** Whether the deployment lets the user do it. */
  readonly isPermitted?: (rights: AccountRights) => boolean;
}

const STEPS: readonly Step[] = [
  { dialog: 'new', icon: 'plus', text: 'people.startConversation' },
  { dialog: 'directory', icon: 'user', text: 'people.findPeople' },
  { dialog: 'channels', icon: 'hash', text: 'people.browseChannels', isPermitted: (may) => may.channel_directory },
  { dialog: 'invite', icon: 'group', text: 'rooms.invitePeople', isPermitted: (may) => may.invite },
  { dialog: 'settings', icon: 'smile', text: 'people.setPicture' },
];

/** What a user can do who has no conversation yet. */
export function FirstSteps(): JSX.Element {
  const rights = accountRights.value;
  return (
    <ul class="first-steps">
      {STEPS.filter(({ isPermitted }) => !isPermitted || (rights !== null && isPermitted(rights))).map(
        ({ dialog, icon, text }) => (
          <li key={dialog}>
            <Button onClick={() => (pageDialog.value = dialog)}>
              <Icon name={icon} /> {t(text)}
            </Button>
          </li>
        ),
      )}
    </ul>
  );
}
