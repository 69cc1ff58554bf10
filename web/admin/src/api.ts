import { serviceUrl } from '../../src/deployment.js';
import { reasonsIn } from '../../src/field-reasons.js';
import { withProof } from '../../src/session/reauthentication/reauthentication.js';
import { accessToken } from '../../src/session/session.js';
import { ApiError, reasonsText } from './api-error.js';
import { t } from './languages/texts.js';

type Method = 'DELETE' | 'GET' | 'PATCH' | 'POST';

/** A request with the access token of the user. A token that is refused is exchanged once. */
async function send(method: Method, path: string, body?: object): Promise<Response> {
  let rejected: string | undefined;
  for (;;) {
    const token = await accessToken(rejected);
    if (token === null) throw new ApiError(401, t('app.sessionEnded'));
    const response = await fetch(serviceUrl(path.startsWith('/') ? path.slice(1) : `api/admin/${path}`), {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.status !== 401 || rejected !== undefined) return response;
    rejected = token;
  }
}

/** The answer of a route that exists says what is missing. */
const MISSING_ROUTE = 'Not found.';

async function refusalOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => null);
  const fields = reasonsIn(body);
  if (Object.keys(fields).length > 0) return new ApiError(status, reasonsText(fields), '', fields);
  const { detail = '', code } = (body ?? {}) as { readonly detail?: string; readonly code?: string };
  if (status === 404 && (detail === MISSING_ROUTE || detail === '')) return new ApiError(status, t('app.routeMissing'));
  if (status === 429) {
    return new ApiError(status, t('app.tooMany', { seconds: Number(response.headers.get('Retry-After') ?? 60) }));
  }
  return new ApiError(status, detail === '' ? t('app.serverError', { status }) : detail, code);
}

async function answerOf(method: Method, path: string, body?: object): Promise<Response> {
  let response: Response;
  try {
    response = await withProof(() => send(method, path, body));
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(0, t('app.unreachable'));
  }
  if (response.ok) return response;
  throw await refusalOf(response);
}

/**
 * A request to a route of the administration.
 * @param path below `api/admin/`, or of another route of the user: `/api/invitations/`
 * @returns the body of the answer
 * @throws ApiError
 */
async function request<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
  return (await (await answerOf(method, path, body)).json()) as Answer;
}

export const get = <Answer>(path: string): Promise<Answer> => request('GET', path);

export const post = <Answer = unknown>(path: string, body?: object): Promise<Answer> => request('POST', path, body);

export const patch = <Answer = unknown>(path: string, body: object): Promise<Answer> => request('PATCH', path, body);

export const remove = <Answer = unknown>(path: string): Promise<Answer> => request('DELETE', path);

/** The document that a route returns. @throws ApiError */
export const getBlob = async (path: string): Promise<Blob> => (await answerOf('GET', path)).blob();
