import { t } from '../languages/texts.js';

export const roleOptions = (): readonly (readonly [string, string])[] => [
  ['user', t('users.roleUser')],
  ['moderator', t('users.roleModerator')],
  ['admin', t('users.roleAdmin')],
];

export const roleName = (role: string): string => roleOptions().find(([each]) => each === role)?.[1] ?? role;
