/** The values of a statement that is composed of parts. */
export class StatementValues {
  /** In the order of their numbers. */
  readonly all: unknown[];

  constructor(first: readonly unknown[]) {
    this.all = [...first];
  }

  /** @returns the parameter of this value, such as `$3` */
  add(value: unknown): string {
    return `$${String(this.all.push(value))}`;
  }
}
