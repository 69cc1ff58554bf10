import type { DeploymentRole } from '@parley/protocol';
import { signal } from '@preact/signals';

import { get } from '../api.js';
import type { Me } from './answers.js';

const me = signal<Me | null>(null);

export const self = (): Me | null => me.value;

/** @throws ApiError: 403 for a user without a role */
export async function readMe(): Promise<void> {
  me.value = await get<Me>('me/');
}

export function forgetMe(): void {
  me.value = null;
}

/** Whether the role permits an action in the whole deployment. */
export const may = (right: string): boolean => me.value?.rights.includes(right) ?? false;

interface OtherUser {
  readonly role: DeploymentRole;
  /** Undefined: of any user with the role. */
  readonly username?: string;
}

/** Whether the role permits an action on a user with a role. Nobody acts on the own account. */
export const mayOn = (right: string, { role, username }: OtherUser): boolean =>
  me.value !== null && me.value.user.username !== username && me.value.rights_on_users[role].includes(right);
