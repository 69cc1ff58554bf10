/** The scopes of keys, each with a description for operators. */
export const SCOPES = {
  'rooms:read': 'read rooms and their members',
  'rooms:write': 'create, change and delete rooms',
  'members:write': 'join and leave rooms, add and remove members, grant and revoke roles and permissions',
  'messages:read': 'read and search the history',
  'messages:write': 'send, edit and delete messages, react, mark as read, send typing notifications',
  'users:read': 'find a user by the exact username',
  'act-as-anybody': 'act for any user that a request names in Parley-User',
} as const;

export type Scope = keyof typeof SCOPES;

/** A scope that a route requires. */
export type RouteScope = Exclude<Scope, typeof IMPERSONATION>;

export const IMPERSONATION = 'act-as-anybody';

export const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text);
