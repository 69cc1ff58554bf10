export type { Searching } from '../hooks/searching.js';
export { useSearch } from '../react-hooks.js';
export type { FoundMessages } from '../state/search-state.js';
export { Search } from './search.js';
export type { SearchProps, SearchTexts } from './search.js';
