/** What a key may be for, each in one line for operators. */
export const SCOPES = {
  'rooms:read': 'read rooms, and who is in them',
  'rooms:write': 'make rooms, change and delete them',
  'members:write': 'join and leave, bring people in and put them out, give and take roles and permissions',
  'messages:read': 'read the history, and search it',
  'messages:write': 'send, edit and delete messages, react, mark as read, tell that somebody is typing',
  'users:read': 'find a user by the whole of the username',
  'act-as-anybody': 'act for whichever user a request names in Parley-User',
} as const;

export type Scope = keyof typeof SCOPES;

/** A scope that a route asks for. */
export type RouteScope = Exclude<Scope, typeof ACT_AS_ANYBODY>;

export const ACT_AS_ANYBODY = 'act-as-anybody';

export const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text);
