/**
 * The values of USER_DIRECTORY: by what users find others. `exact`: the whole username; `shared`: the beginning of a
 * name of a user with whom they share a room; `everyone`: the beginning of any name.
 */
export const userDirectories = ['exact', 'shared', 'everyone'] as const;

export type UserDirectory = (typeof userDirectories)[number];
