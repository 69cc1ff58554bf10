const BEGIN = '/* on workers: ';
const END = ' */';
const CONDITION = /\/\* on workers: (.*?) \*\//g;

/**
 * A condition that repeats what a join says, for tables of rooms: it tells a distributed database which workers to ask.
 * One PostgreSQL reads it as a comment. As a condition, it would make every index by room look as selective as the one
 * by the joined columns, and the planner might read all messages of a room for each one.
 *
 * @param condition SQL, such as `m.room_id = ANY ($2)`, without comments. Another condition must name its parameter.
 * @returns SQL to append to a condition
 */
export const onWorkers = (condition: string): string => ` ${BEGIN}AND ${condition}${END}`;

/** The statements of one database, with the conditions of {@link onWorkers} once it is known to be distributed. */
export class WorkerConditions {
  /** By the statements without them. All statements are constants, so that this is bounded. */
  private readonly statements = new Map<string, string>();
  private isDistributed = false;

  apply(): void {
    this.isDistributed = true;
  }

  textOf(statement: string): string {
    if (!this.isDistributed || !statement.includes(BEGIN)) return statement;
    const known = this.statements.get(statement);
    if (known !== undefined) return known;
    const text = statement.replace(CONDITION, '$1');
    this.statements.set(statement, text);
    return text;
  }
}
