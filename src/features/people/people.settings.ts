import { text, wholeNumber } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/**
 * The values of USER_DIRECTORY: by what users find others. `exact`: the whole username; `shared`: the beginning of a
 * name of a user with whom they share a room; `everyone`: the beginning of any name.
 */
const userDirectories = ['exact', 'shared', 'everyone'] as const;

type UserDirectory = (typeof userDirectories)[number];

/** By what users find others. */
export abstract class DirectorySettings {
  abstract readonly users: UserDirectory;
}

const variables = {
  USER_DIRECTORY: text({
    default: 'exact',
    choices: userDirectories,
    desc: 'How user.search finds users: exact (the whole username), shared (the beginning of a name, among users who share a room) or everyone (the beginning of a name).',
  }),
};

export const directoryPart = settingsPart({
  token: DirectorySettings,
  variables,
  settings: (values): DirectorySettings => ({
    users: values.USER_DIRECTORY,
  }),
  stored: { user_directory: { variable: 'USER_DIRECTORY', team: 'everyone' } },
});

/** Blocks of users. */
export abstract class BlockSettings {
  /** Users whom one user blocks. */
  abstract readonly most: number;
}

export const blockPart = settingsPart({
  token: BlockSettings,
  variables: {
    MAX_BLOCKS: wholeNumber({ min: 1, max: 10_000 })({
      default: 1_000,
      desc: 'Maximum number of users that one user blocks; further ones are refused with 4005.',
    }),
  },
  settings: (values): BlockSettings => ({ most: values.MAX_BLOCKS }),
});
