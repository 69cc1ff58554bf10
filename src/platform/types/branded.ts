declare const brand: unique symbol;

/**
 * A value that code makes only by an assertion, because the key cannot be named elsewhere: an object literal with the same
 * fields does not compile. Permissions and results of checks extend it, and a policy makes them.
 * @template Name is unique among the types with these fields
 */
export interface Branded<Name extends string> {
  readonly [brand]: Name;
}
