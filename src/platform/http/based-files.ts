import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

/** The types of texts that name other files of their folder by absolute paths. */
const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
]);
/** Without dot files, and without `..`. */
const FILE = /^(?:\/[\w-][\w.-]*)*\/?$/;

/** Express adds the path to a request. */
type Request = IncomingMessage & { readonly path: string };

/**
 * Serves the texts of a folder that was built for a path at the root of a host, such as `/admin/`, for that path below
 * another one. Other files are left to the next handler.
 * @param prefix such as `/chat`
 * @param sent called before a text is sent
 */
export function basedFiles(
  folder: string,
  at: string,
  prefix: string,
  sent: (response: ServerResponse, path: string) => void,
) {
  const start = new RegExp(`(["'\`(=])${at}/`, 'g');
  const based = async (path: string): Promise<{ readonly path: string; readonly text: string } | undefined> => {
    if (!FILE.test(path)) return undefined;
    const names = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`];
    for (const name of names.filter((each) => TYPES.has(extname(each)))) {
      const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
      if (text !== undefined) return { path: name, text: text.replace(start, `$1${prefix}${at}/`) };
    }
    return undefined;
  };
  return (request: Request, response: ServerResponse, next: (error?: unknown) => void): void => {
    based(request.path).then((found) => {
      if (!found || (request.method !== 'GET' && request.method !== 'HEAD')) {
        next();
        return;
      }
      sent(response, found.path.slice(1));
      response.setHeader('Content-Type', TYPES.get(extname(found.path)) ?? '');
      response.end(found.text.replace('name="service-path" content="/"', `name="service-path" content="${prefix}/"`));
    }, next);
  };
}
