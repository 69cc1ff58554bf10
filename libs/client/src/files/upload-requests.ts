import type { OpenedUpload, PendingUpload, UploadTarget } from '@parley/protocol';

import { sendRequest, UploadError } from './http.js';
import type { HttpAnswer, HttpRequest } from './http.js';

const UPLOADS = 'api/uploads';
const TUS = { 'Tus-Resumable': '1.0.0' };
const UNAUTHENTICATED = 401;

interface Connection {
  /** The address of the service. */
  readonly url: string;
  readonly token: (rejected?: string) => Promise<string | null>;
}

/** A file, as of a file input, or a `Blob` with a name. */
export type NamedBlob = Blob & { readonly name: string };

/** The place that shows an uploaded file. */
export type UploadPurpose =
  | { readonly kind?: 'message'; readonly room_id: string }
  | { readonly kind: 'avatar' | 'logo' }
  | { readonly kind: 'room_avatar'; readonly room_id: string };

/** The description of a file for the service. */
export type UploadDescription = UploadPurpose & {
  readonly filename: string;
  readonly size: number;
  readonly mime_type: string;
};

type Request = Omit<HttpRequest, 'url' | 'headers'> & { readonly headers?: HttpRequest['headers'] };

/** The HTTP requests about uploads, with the user's access token. All of them throw UploadError. */
export class UploadRequests {
  /** Shared by all requests, until the service rejects it. */
  private current: Promise<string | null> | undefined;

  constructor(private readonly connection: Connection) {}

  async create(description: UploadDescription, signal: AbortSignal): Promise<OpenedUpload> {
    const headers = { 'Content-Type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(description), signal };
    return JSON.parse((await this.request(UPLOADS, request)).text) as OpenedUpload;
  }

  /** @param path of a tus upload @returns how many bytes the service has */
  async offset(path: string, signal: AbortSignal): Promise<number> {
    return offsetOf(await this.request(path, { method: 'HEAD', headers: TUS, signal }));
  }

  /**
   * Sends a part by tus.
   * @returns how many bytes the service has
   */
  async append(
    path: string,
    offset: number,
    { body, signal, onSent }: Pick<HttpRequest, 'body' | 'signal' | 'onSent'>,
  ): Promise<number> {
    const type = 'application/offset+octet-stream';
    const headers = { ...TUS, 'Content-Type': type, 'Upload-Offset': String(offset) };
    return offsetOf(await this.request(path, { method: 'PATCH', headers, ...(body && { body }), signal, onSent }));
  }

  /** Sends a whole file to the store of the service, which knows no token. */
  async put(
    { url, headers }: Extract<UploadTarget, { protocol: 'put' }>,
    request: Pick<HttpRequest, 'body' | 'signal' | 'onSent'>,
  ): Promise<void> {
    checked(await sendRequest({ ...request, method: 'PUT', url, headers }));
  }

  /** Lets the service check the bytes in its store. */
  async complete(id: string, signal: AbortSignal): Promise<PendingUpload> {
    const { text } = await this.request(`${UPLOADS}/${id}/complete/`, { method: 'POST', signal });
    return JSON.parse(text) as PendingUpload;
  }

  async pending(id: string, signal: AbortSignal): Promise<PendingUpload> {
    return JSON.parse((await this.request(`${UPLOADS}/${id}`, { method: 'GET', signal })).text) as PendingUpload;
  }

  async remove(id: string, signal: AbortSignal): Promise<void> {
    await this.request(`${UPLOADS}/${id}`, { method: 'DELETE', headers: TUS, signal });
  }

  /** Repeats a request once with another token if the service rejects the current one. */
  private async request(path: string, request: Request): Promise<HttpAnswer> {
    const used = (this.current ??= this.token());
    const token = await used;
    const answer = await this.send(path, token, request);
    if (answer.status !== UNAUTHENTICATED) return checked(answer);
    // Another request may have renewed it meanwhile.
    if (this.current === used) this.current = this.token(token ?? undefined);
    return checked(await this.send(path, (await this.current) ?? null, request));
  }

  private send(path: string, token: string | null, request: Request): Promise<HttpAnswer> {
    if (token === null) {
      this.current = undefined;
      throw new UploadError('token', 'There is no access token.');
    }
    const url = new URL(path, this.connection.url).href;
    return sendRequest({ ...request, url, headers: { ...request.headers, Authorization: `Bearer ${token}` } });
  }

  private async token(rejected?: string): Promise<string | null> {
    try {
      return await this.connection.token(rejected);
    } catch (error) {
      this.current = undefined;
      throw new UploadError('offline', String(error));
    }
  }
}

const offsetOf = (answer: HttpAnswer): number => Number(answer.header('Upload-Offset'));

/** @throws UploadError for a refusal */
function checked(answer: HttpAnswer): HttpAnswer {
  if (answer.status < 300) return answer;
  const { code = String(answer.status), detail = 'The request was refused.' } = refusalIn(answer.text);
  const seconds = Number(answer.header('Retry-After') ?? NaN);
  throw Number.isNaN(seconds)
    ? new UploadError(code, detail, answer.status)
    : new UploadError(code, detail, answer.status, seconds);
}

/** A proxy or a store may answer with something else than JSON, and HEAD has no body. */
function refusalIn(text: string): { readonly code?: string; readonly detail?: string } {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}
