import type { Types, ValuesOf } from './statement.js';

/** Types of parameters that are lists. */
type ListTypes = Readonly<Record<string, Extract<Types[string], `${string}[]`>>>;
type ElementOf<List> = List extends readonly (infer Element)[] ? Element : never;

/** Parameters of a statement that are lists, each with one value for every item. */
interface ParameterLists<Item, Named extends ListTypes> {
  readonly types: Named;
  readonly of: (items: readonly Item[]) => ValuesOf<Named>;
}

/** @returns a function that takes the lists: the type of each, and its value for an item */
export const parameterLists =
  <Item>() =>
  <const Named extends ListTypes>(lists: {
    readonly [Name in keyof Named]: readonly [
      type: Named[Name],
      valueOf: (item: Item) => ElementOf<ValuesOf<Named>[Name]>,
    ];
  }): ParameterLists<Item, Named> => {
    const entries = Object.entries<readonly [type: string, valueOf: (item: Item) => unknown]>(lists);
    return {
      types: Object.fromEntries(entries.map(([name, [type]]) => [name, type])) as Named,
      of: (items) =>
        Object.fromEntries(entries.map(([name, [, valueOf]]) => [name, items.map(valueOf)])) as ValuesOf<Named>,
    };
  };
