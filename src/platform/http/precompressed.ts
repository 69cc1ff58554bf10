import { access } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

/** The properties that Express adds to a request. */
type Request = IncomingMessage & {
  readonly path: string;
  readonly originalUrl: string;
  acceptsEncodings(encoding: string): string | false;
};
/** The properties that Express adds to a response. */
type Response = ServerResponse & { readonly req: IncomingMessage; type(extension: string): unknown };

/** The encodings in which the build stores a file, the smallest first, by the ends of the names of these files. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

type Encoding = (typeof ENCODINGS)[number];

const selected = new WeakMap<IncomingMessage, Encoding>();

/** Without dot files, and without `..`. */
const FILE = /^(?:\/[\w-][\w.-]*)+$/;

/**
 * Makes a request for a file one for its compressed form, if there is one that the client accepts.
 * @param isStored whether files of this path are stored in compressed forms
 */
export function selectPrecompressed(folder: string, isStored: (path: string) => boolean) {
  const select = async (request: Request): Promise<void> => {
    const paths = filesAt(request).filter((path) => FILE.test(path) && isStored(path.slice(1)));
    for (const path of paths) {
      for (const encoding of ENCODINGS) {
        const [name, end] = encoding;
        if (request.acceptsEncodings(name) === false || !(await exists(join(folder, path + end)))) continue;
        selected.set(request, encoding);
        request.url = path + end;
        return;
      }
    }
  };
  return (request: Request, _response: ServerResponse, next: (error?: unknown) => void): void => {
    select(request).then(() => next(), next);
  };
}

/** The files that a path may be of: a page is named without its ending too, and that of a folder by the folder. */
function filesAt({ path, originalUrl }: Request): readonly string[] {
  if (!path.endsWith('/')) return [path, `${path}.html`];
  // Where the folder is served, its path without the slash is another one.
  return originalUrl.split('?')[0]?.endsWith('/') ? [`${path}index.html`] : [];
}

/** Sets the headers of a file, which depend on the form that was selected. @param path of the file that is sent */
export function describeEncoding(response: Response, path: string): void {
  response.setHeader('Vary', 'Accept-Encoding');
  const encoding = selected.get(response.req);
  if (!encoding) return;
  const [name, end] = encoding;
  response.setHeader('Content-Encoding', name);
  response.type(extname(path.slice(0, -end.length)));
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
