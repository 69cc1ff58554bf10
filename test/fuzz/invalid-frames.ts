import { Chance } from './chance.js';
import { places, treeOf, written } from './json-tree.js';
import type { Tree } from './json-tree.js';
import type { Known } from './existing-ids.js';
import { invalidValues } from './invalid-values.js';
import { mutations } from './mutations.js';
import type { Requests } from './requests.js';

/** The service's default limit. */
const MOST_BYTES = 65_536;
/** Of ten random frames, how many stay valid, and how many have a few wrong values. */
const [WHOLE, STILL_JSON] = [2, 6];
/** Spreads the seeds of successive frames. */
const STRIDE = 0x9e3779b1;

interface Field {
  readonly schema: Requests['schemas'][number];
  readonly path: string;
}

/**
 * The frames of a run. The same seed makes the same frames, except for ids from the service. Some frames systematically
 * put each kind of value into each field of each event of the contract; the others are requests with a few random
 * faults, or with none.
 */
export class InvalidFrames {
  private readonly fields: readonly Field[];
  /** How often a frame is systematic: in a run that is long enough, all combinations are tried. */
  private readonly systematicEvery: number;

  /** @param total the number of frames in the run */
  constructor(
    private readonly requests: Requests,
    private readonly seed: number,
    total: number,
  ) {
    this.fields = requests.schemas.flatMap((schema) => fieldsOf(requests, schema));
    this.systematicEvery = Math.max(2, Math.floor(total / this.attempts));
  }

  /** The number of frames after which each kind of value has been tried in each field. */
  get untilAllIsTried(): number {
    return this.attempts * this.systematicEvery;
  }

  /** @returns text of at most {@link MOST_BYTES}, valid JSON or not */
  frame(at: number, known: Known): string {
    const chance = new Chance(Math.imul(this.seed + at, STRIDE));
    const text = this.made(at, known, chance).toWellFormed();
    return Buffer.byteLength(text) > MOST_BYTES ? text.slice(0, chance.below(MOST_BYTES / 4)).toWellFormed() : text;
  }

  private made(at: number, known: Known, chance: Chance): string {
    const requestId = `f${String(at)}`;
    if (at % this.systematicEvery === 0 && at < this.untilAllIsTried) {
      return this.systematic(at / this.systematicEvery, requestId, known, chance);
    }
    const tree = treeOf({ ...(this.requests.any(known, chance) as object), request_id: requestId });
    const kind = chance.below(10);
    if (kind >= WHOLE) mutations.ofTree(tree, chance, known);
    return kind >= WHOLE + STILL_JSON ? mutations.ofText(written(tree), chance) : written(tree);
  }

  private get attempts(): number {
    return this.fields.length * invalidValues.ofEveryKind.length;
  }

  private systematic(turn: number, requestId: string, known: Known, chance: Chance): string {
    const { schema, path } = this.fields[turn % this.fields.length]!;
    const invalidValue = invalidValues.ofEveryKind[Math.floor(turn / this.fields.length)]!;
    const whole = this.requests.by(schema, known, chance, true) as object;
    const tree = treeOf({ ...whole, request_id: requestId });
    replace(tree, path, invalidValue);
    return written(tree);
  }
}

function fieldsOf(requests: Requests, schema: Field['schema']): Field[] {
  const ids = { rooms: ['room'], messages: ['message'], users: [1] };
  const nobody: Known = { ...ids, usernames: ['name'], tokens: ['token'] };
  const tree = treeOf(requests.by(schema, nobody, new Chance(1), true));
  const paths = places(tree).map(({ path }) => path);
  // One item of a list is enough.
  return paths.filter((path) => !/\.[1-9]/.test(path)).map((path) => ({ schema, path }));
}

/** Does nothing if the field is missing in this variant. */
function replace(tree: Tree, path: string, invalidValue: Tree): void {
  places(tree)
    .find((serviceData) => serviceData.path === path)
    ?.put(invalidValue);
}
