import { parse } from 'libpg-query';

import { columnsIn, functionsIn, lastName, partsOf, tablesIn } from './syntax.js';
import type { Node } from './syntax.js';
import { TABLES_OF_PEOPLE, TABLES_OF_ROOMS } from './tables.js';

/**
 * The rules that a statement has to follow so that one server, hash partitions and a database that is spread over
 * servers by rooms can all run it.
 */
export const RULES = {
  /** The rows are on different servers. */
  join: 'names a table of rooms and a table of people',
  /** Part of a statement cannot change rows of other servers. */
  modifyingWith: 'changes a table of rooms inside WITH',
  /** Each server or copy of a row computes a value of its own. */
  volatile: 'changes a table of rooms by a volatile function',
  /** They belong to one server and one session of it. */
  ofOneServer: 'uses a row address, a snapshot or an advisory lock of a session',
  /** Locks of many servers are taken in no order. */
  lock: 'locks a table of rooms without "= $n" on the room',
} as const;

export type Rule = keyof typeof RULES;

const VOLATILE = /^(clock_timestamp|timeofday|random|random_normal|gen_random_uuid|uuidv7|nextval|setval)$/;
const SYSTEM_COLUMN = /^(ctid|xmin|xmax|cmin|cmax|tableoid)$/;
const OF_ONE_SERVER =
  /^(pg_(try_)?advisory_(un)?lock(_shared|_all)?|pg_(current_)?snapshot.*|pg_current_xact_id.*|txid_.*|pg_visible_in_snapshot)$/;

/** The rules that a text of one or more statements breaks. @throws Error if it cannot be parsed */
export async function brokenRules(text: string): Promise<Rule[]> {
  const { stmts } = await parse(text);
  const broken = (stmts ?? []).flatMap(({ stmt }) => brokenBy(stmt as Node));
  return [...new Set(broken)];
}

function brokenBy(statement: Node): Rule[] {
  const tables = tablesIn(statement);
  const rules: Readonly<Record<Rule, boolean>> = {
    join: tables.some(isOfRooms) && tables.some((name) => TABLES_OF_PEOPLE.has(name)),
    modifyingWith: changesIn([...partsOf(statement, 'CommonTableExpr')]).length > 0,
    volatile: changesIn(statement).some(isVolatile),
    ofOneServer:
      columnsIn(statement).some((name) => SYSTEM_COLUMN.test(name)) ||
      functionsIn(statement).some((name) => OF_ONE_SERVER.test(name)),
    lock: [...partsOf(statement, 'SelectStmt')].some(locksManyRooms),
  };
  return (Object.keys(rules) as Rule[]).filter((rule) => rules[rule]);
}

const isOfRooms = (name: string): boolean => TABLES_OF_ROOMS.has(name);

/** The parts of a tree that change a table of rooms. */
function changesIn(tree: unknown): Node[] {
  return ['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']
    .flatMap((kind) => [...partsOf(tree, kind)])
    .filter(({ relation }) => isOfRooms((relation as Node).relname as string));
}

/** A new row may have a volatile value: it is computed once. */
function isVolatile(change: Node): boolean {
  const isNew = 'cols' in change || 'selectStmt' in change;
  const computed = isNew ? [change.onConflictClause, change.returningClause] : change;
  return functionsIn(computed).some((name) => VOLATILE.test(name));
}

function locksManyRooms(select: Node): boolean {
  const locked = (select.lockingClause as readonly Node[] | undefined)?.flatMap(({ LockingClause }) => {
    const { lockedRels } = LockingClause as { lockedRels?: readonly Node[] };
    return lockedRels?.map(({ RangeVar }) => (RangeVar as Node).relname as string) ?? ['*'];
  });
  if (!locked) return false;
  const from = (select.fromClause as readonly Node[] | undefined) ?? [];
  const conditions = [select.whereClause, ...conditionsOf(from)];
  return relationsOf(from)
    .filter(({ table, alias }) => isOfRooms(table) && (locked.includes('*') || locked.includes(alias)))
    .some(({ table, alias }) => {
      const column = table === 'rooms' ? 'id' : 'room_id';
      return !conditions.some((condition) => isOneRoom(condition, alias, column));
    });
}

/** The conditions of inner joins, which hold for every row. */
const conditionsOf = (from: readonly Node[]): unknown[] =>
  from.flatMap(({ JoinExpr }) => {
    if (!JoinExpr) return [];
    const { jointype, quals, larg, rarg } = JoinExpr as Node;
    return [...(jointype === 'JOIN_INNER' ? [quals] : []), ...conditionsOf([larg as Node, rarg as Node])];
  });

interface Relation {
  readonly table: string;
  readonly alias: string;
}

function relationsOf(from: readonly Node[]): Relation[] {
  return from.flatMap(({ RangeVar, JoinExpr }) => {
    if (JoinExpr) return relationsOf([(JoinExpr as Node).larg as Node, (JoinExpr as Node).rarg as Node]);
    if (!RangeVar) return [];
    const { relname, alias } = RangeVar as { relname: string; alias?: { aliasname: string } };
    return [{ table: relname, alias: alias?.aliasname ?? relname }];
  });
}

/** Whether a condition holds for rows of one room only, because it contains `AND <alias>.<column> = $n`. */
function isOneRoom(condition: unknown, alias: string, column: string): boolean {
  const { BoolExpr, A_Expr } = (condition ?? {}) as { BoolExpr?: Node; A_Expr?: Node };
  if (BoolExpr?.boolop === 'AND_EXPR') {
    return (BoolExpr.args as readonly Node[]).some((part) => isOneRoom(part, alias, column));
  }
  if (A_Expr?.kind !== 'AEXPR_OP' || lastName(A_Expr.name) !== '=') return false;
  return isColumn(A_Expr.lexpr as Node, alias, column) && isParameter(A_Expr.rexpr as Node);
}

function isColumn({ ColumnRef }: Node, alias: string, column: string): boolean {
  const { fields = [] } = (ColumnRef ?? {}) as { fields?: readonly Node[] };
  return lastName(fields) === column && (fields.length === 1 || lastName(fields.slice(0, -1)) === alias);
}

function isParameter({ ParamRef, TypeCast }: Node): boolean {
  return ParamRef !== undefined || (TypeCast !== undefined && isParameter((TypeCast as Node).arg as Node));
}
