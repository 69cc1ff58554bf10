/**
 * Why a file could not be uploaded. `code` is that of the service: `request_too_large`, `unsupported_media_type`,
 * `bytes_differ`, `too_many_pixels`, `quota_exceeded`, `permission_denied`, `not_found`, `invalid`, … Or one of the
 * client: `offline`, the service could not be reached any more; `cancelled`; `token`, no access token was available.
 */
export class UploadError extends Error {
  override readonly name = 'UploadError';

  /**
   * @param status of the HTTP answer; 0: there was none
   * @param retryAfter seconds until a retry is allowed, if the service sent it
   */
  constructor(
    readonly code: string,
    message: string,
    readonly status = 0,
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Blob | string;
  readonly signal: AbortSignal;
  /** Receives how many bytes of the body are on the way, where the platform knows it. */
  readonly onSent?: ((bytes: number) => void) | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  /** Null if it is missing. */
  readonly header: (name: string) => string | null;
  readonly text: string;
}

/** The part of an XMLHttpRequest that is used: the types of a browser are not those of Node, where the specs run. */
interface ProgressRequest {
  readonly status: number;
  readonly responseText: string;
  readonly upload: { onprogress: (event: { readonly loaded: number }) => void };
  timeout: number;
  onload: () => void;
  onerror: () => void;
  onabort: () => void;
  ontimeout: () => void;
  onloadend: () => void;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(body: Blob | string | undefined): void;
  abort(): void;
}

/**
 * Milliseconds for an answer to a request without a body. The service checks a file before it answers the last part.
 */
const ANSWER_TIMEOUT = 60_000;
/** Bytes a millisecond: a slower transfer of a body has stalled. */
const SLOWEST = 2;

/** @throws UploadError `offline` when there is no answer, also after `signal` has aborted the request */
export async function sendRequest(request: HttpRequest): Promise<HttpAnswer> {
  const { body, onSent, signal } = request;
  const size = body instanceof Blob ? body.size : 0;
  const timeout = ANSWER_TIMEOUT + Math.ceil(size / SLOWEST);
  // Only XMLHttpRequest reports the progress of a body.
  if (onSent && 'XMLHttpRequest' in globalThis) return sendByXmlHttpRequest(request, timeout);
  try {
    const { method, url, headers } = request;
    const either = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    const response = await fetch(url, { method, headers, signal: either, ...(body !== undefined && { body }) });
    const text = await response.text();
    onSent?.(size);
    return { status: response.status, header: (name) => response.headers.get(name), text };
  } catch (error) {
    throw noAnswer(String(error));
  }
}

const noAnswer = (reason: string): UploadError => new UploadError('offline', reason);

function sendByXmlHttpRequest(request: HttpRequest, timeout: number): Promise<HttpAnswer> {
  const { method, url, headers, body, signal, onSent } = request;
  return new Promise((resolve, reject) => {
    const xhr = new (globalThis as unknown as { XMLHttpRequest: new () => ProgressRequest }).XMLHttpRequest();
    const fail = (): void => reject(noAnswer('The request was interrupted.'));
    const abort = (): void => xhr.abort();
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.timeout = timeout;
    xhr.upload.onprogress = ({ loaded }) => onSent?.(loaded);
    xhr.onload = () => {
      resolve({ status: xhr.status, header: (name) => xhr.getResponseHeader(name), text: xhr.responseText });
    };
    xhr.onerror = xhr.onabort = xhr.ontimeout = fail;
    xhr.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    xhr.send(body);
    if (signal.aborted) abort();
  });
}
