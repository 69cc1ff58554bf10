import { signal } from '@preact/signals';

/** What the deployment lets the user do. The service judges each act again. */
export interface AccountRights {
  /** Whether the user may invite people to the deployment. */
  readonly invite: boolean;
  readonly create_groups: boolean;
  readonly create_channels: boolean;
  /** Whether the user may search the public channels. */
  readonly channel_directory: boolean;
  /** By what the user finds others: a whole user name, or the beginning of a name; `none`: guests find nobody. */
  readonly user_directory: 'exact' | 'shared' | 'everyone' | 'none';
}

/** Null: not known yet. */
export const accountRights = signal<AccountRights | null>(null);
