import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';

import { within } from '../async/timeout.js';
import { FetchRefused } from './fetch-refused.js';
import { boundedBody } from './bounded-body.js';
import { isAllowed, isPublicName } from './public-host.js';
import { NotPublic, publicLookup } from './public-lookup.js';

export interface FetchLimits {
  /** Of the whole fetch with its redirects, in milliseconds. */
  readonly ms: number;
  /** Of the decoded body. */
  readonly mostBytes: number;
  /** Whether a longer body is cut after `mostBytes`. Otherwise it is refused. */
  readonly cutsLonger: boolean;
  /** Content types without parameters, such as `text/html`, and beginnings of them that end with a slash. */
  readonly types: readonly string[];
}

export interface FetchedBody {
  /** The last one, after redirects. */
  readonly url: URL;
  /** The content type with its parameters. */
  readonly contentType: string;
  readonly body: Buffer;
}

const MOST_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
/** Of a URL, in code units. */
export const LONGEST_URL = 2_048;
/** Sent with every request. It names no version, and nothing of the user. */
const HEADERS = { 'user-agent': 'Parley', 'accept-encoding': 'gzip, br, deflate' };

/**
 * Fetches a URL that a user chose, from inside the network of the service: only at public hosts, whose addresses are
 * checked by the lookup of the socket itself, also after each redirect. Neither cookies nor credentials are sent.
 * @param allowed hosts of the deployment at which any address and port is allowed, as of {@link isAllowed}
 * @param stop aborts the fetch
 * @param lookup finds the addresses of all other hosts, and checks them
 * @throws FetchRefused, or the reason of `stop`
 */
export async function publicFetch(
  address: string,
  limits: FetchLimits,
  allowed: readonly string[],
  stop: AbortSignal,
  lookup: LookupFunction = publicLookup,
): Promise<FetchedBody> {
  try {
    return await within(limits.ms, stop, (signal) => followed(urlOf(address), limits, { allowed, lookup }, signal));
  } catch (error) {
    stop.throwIfAborted();
    throw refusalOf(error);
  }
}

/** The hosts of which any address may be connected to, and how those of all others are found. */
interface Reach {
  readonly allowed: readonly string[];
  readonly lookup: LookupFunction;
}

async function followed(first: URL, limits: FetchLimits, reach: Reach, signal: AbortSignal): Promise<FetchedBody> {
  for (let url = first, left = MOST_REDIRECTS; ; left -= 1) {
    const response = await responseOf(url, limits, reach, signal);
    try {
      const next = redirectOf(response, url);
      if (!next) return { url, ...(await bodyOf(response, limits, signal)) };
      if (left === 0) throw new FetchRefused('redirects');
      url = next;
    } finally {
      response.destroy();
    }
  }
}

function urlOf(address: string, base?: URL): URL {
  if (address.length > LONGEST_URL || !URL.canParse(address, base?.href)) throw new FetchRefused('url');
  return new URL(address, base);
}

/** @throws FetchRefused `not_public` for a URL at which nothing may be called */
function checkUrl(url: URL, allowed: readonly string[]): void {
  if (!/^https?:$/.test(url.protocol) || url.username + url.password !== '') throw new FetchRefused('url');
  if (isAllowed(url, allowed)) return;
  if (url.port !== '' || !isPublicName(url.hostname)) throw new FetchRefused('not_public');
}

/** The head of the response of one request. */
function responseOf(
  url: URL,
  { types }: FetchLimits,
  { allowed, lookup }: Reach,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  checkUrl(url, allowed);
  const checked = isAllowed(url, allowed) ? {} : { lookup };
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = { ...HEADERS, accept: types.map((type) => (type.endsWith('/') ? `${type}*` : type)).join(', ') };
  return new Promise((resolve, reject) => {
    // Without an agent each request has a connection of its own, whose address was looked up for it.
    const asked = request(url, { ...checked, agent: false, headers, signal }, resolve);
    asked.on('error', reject);
    asked.end();
  });
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, base: URL): URL | undefined {
  if (!REDIRECTS.includes(statusCode)) return undefined;
  if (headers.location === undefined) throw new FetchRefused('status');
  return urlOf(headers.location, base);
}

async function bodyOf(
  response: IncomingMessage,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<Omit<FetchedBody, 'url'>> {
  if (response.statusCode !== 200) throw new FetchRefused('status');
  const contentType = response.headers['content-type'] ?? '';
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!limits.types.some((each) => (each.endsWith('/') ? type.startsWith(each) : type === each))) {
    throw new FetchRefused('type');
  }
  return { contentType, body: await boundedBody(response, limits, signal) };
}

/** Only a name: an error of the other side could contain its address. */
function refusalOf(error: unknown): FetchRefused {
  if (error instanceof FetchRefused) return error;
  if (error instanceof NotPublic) return new FetchRefused('not_public');
  const { name } = error as Error;
  return new FetchRefused(name === 'TimeoutError' || name === 'AbortError' ? 'timeout' : 'unreachable');
}
