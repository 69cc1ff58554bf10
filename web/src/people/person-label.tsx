import type { User } from '@parley/client';
import type { JSX } from 'preact';

import { personName } from '../rooms/names.js';

interface PersonLabelProps {
  readonly user: Pick<User, 'first_name' | 'last_name' | 'username'>;
}

/** The name of a user and the user name, each in its own direction. */
export const PersonLabel = ({ user }: PersonLabelProps): JSX.Element => (
  <>
    <bdi>{personName(user)}</bdi> <bdi class="muted">@{user.username}</bdi>
  </>
);
