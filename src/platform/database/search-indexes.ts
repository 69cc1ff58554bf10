export interface SearchIndex {
  readonly name: string;
  readonly table: string;
  readonly definition: string;
}

/** The indexes of the directories: texts are compared by their bytes, so that their beginnings are found. */
export const SEARCH_INDEXES: readonly SearchIndex[] = [
  { name: 'users_username_beginning_idx', table: 'users', definition: '(username_key text_pattern_ops)' },
  { name: 'users_first_name_beginning_idx', table: 'users', definition: '(lower(first_name) text_pattern_ops, id)' },
  { name: 'users_last_name_beginning_idx', table: 'users', definition: '(lower(last_name) text_pattern_ops, id)' },
  {
    name: 'rooms_public_channel_name_idx',
    table: 'rooms',
    definition: "(lower(name) text_pattern_ops, id) WHERE is_public AND type = 'Channel'",
  },
];

export const createSearchIndexes = SEARCH_INDEXES.map(
  ({ name, table, definition }) => `CREATE INDEX ${name} ON ${table} ${definition}`,
);

export const dropSearchIndexes = SEARCH_INDEXES.map(({ name }) => `DROP INDEX IF EXISTS ${name}`);
