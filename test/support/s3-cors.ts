import type { IncomingMessage, ServerResponse } from 'node:http';

import type { CORSRule } from '@aws-sdk/client-s3';

const words = (list: string | undefined): string[] => (list ?? '').split(/\s*,\s*/).filter(Boolean);

/** Whether a pattern of a rule, with at most one `*`, matches. */
function matches(pattern: string, text: string): boolean {
  const [start = '', ...rest] = pattern.toLowerCase().split('*');
  const value = text.toLowerCase();
  return rest.length === 0 ? value === start : value.startsWith(start) && value.endsWith(rest.join('*'));
}

/** Sets the headers that let a page of another origin send a request. @returns whether a rule allows it */
export function allowOrigin(rules: readonly CORSRule[], request: IncomingMessage, response: ServerResponse): boolean {
  const { origin = '' } = request.headers;
  const isPreflight = request.method === 'OPTIONS';
  const method = isPreflight ? request.headers['access-control-request-method'] : request.method;
  const asked = isPreflight ? words(request.headers['access-control-request-headers']) : [];
  const rule = rules.find(
    ({ AllowedOrigins: origins = [], AllowedMethods: methods = [], AllowedHeaders: headers = [] }) =>
      origins.some((pattern) => matches(pattern, origin)) &&
      methods.includes(method ?? '') &&
      asked.every((name) => headers.some((pattern) => matches(pattern, name))),
  );
  if (!rule) return false;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Vary', 'Origin');
  if (rule.ExposeHeaders) response.setHeader('Access-Control-Expose-Headers', rule.ExposeHeaders.join(', '));
  if (!isPreflight) return true;
  response.setHeader('Access-Control-Allow-Methods', (rule.AllowedMethods ?? []).join(', '));
  if (asked.length > 0) response.setHeader('Access-Control-Allow-Headers', asked.join(', '));
  if (rule.MaxAgeSeconds !== undefined) response.setHeader('Access-Control-Max-Age', rule.MaxAgeSeconds);
  return true;
}
