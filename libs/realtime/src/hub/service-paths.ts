/** A path of the service that answers and dispatches contain: of a file, an avatar or an upload. */
const PATH = /^\/api\/(files|uploads)\/[\da-f-]{36}(\?|$)/;

type Replacer = (key: string, value: unknown) => unknown;

let replacer: Replacer | undefined;

/**
 * From now on, answers and dispatches name paths of the service below this one, under which a proxy serves it. The
 * service itself stores and knows them without it.
 * @param prefix such as `/chat`
 */
export function serveBelow(prefix: string): void {
  replacer =
    prefix === ''
      ? undefined
      : (key, value) => (typeof value === 'string' && key !== 'content' && PATH.test(value) ? prefix + value : value);
}

/** For `JSON.stringify`; undefined, as long as the service is at the root of its host. */
export const pathReplacer = (): Replacer | undefined => replacer;
