/** The scopes that a key of this page can have. */
export const SCOPES = [
  'rooms:read',
  'rooms:write',
  'members:write',
  'messages:read',
  'messages:write',
  'sessions:read',
  'sessions:write',
  'users:read',
  'users:write',
  'reports:read',
  'reports:write',
];
