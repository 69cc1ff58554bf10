/** The parts of a request that its sender chooses. A redirection is answered, and not followed. */
export type BoundedRequest = Pick<RequestInit, 'headers' | 'method'> & {
  readonly body?: RequestInit['body'] | undefined;
};

/** Milliseconds from the start of a request to the end of its answer, and the maximum length of its decoded body. */
export interface FetchBounds {
  readonly ms: number;
  readonly mostBytes: number;
}

/** Statuses of answers that have no body. */
const WITHOUT_BODY = [101, 204, 205, 304];

/**
 * Fetches from an address that the operator has configured: also from private ones.
 * @returns the answer with its whole body, which is in memory
 * @throws Error when it takes too long, or is too long
 */
export async function boundedFetch(url: string, request: BoundedRequest, bounds: FetchBounds): Promise<Response> {
  const signal = AbortSignal.timeout(bounds.ms);
  const response = await fetch(url, { ...request, body: request.body ?? null, redirect: 'manual', signal });
  const { status, statusText, headers } = response;
  const body = await boundedBytes(response, bounds.mostBytes);
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, statusText, headers });
}

async function boundedBytes({ body }: Response, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error(`The answer is longer than ${String(mostBytes)} bytes.`);
    chunks.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}
