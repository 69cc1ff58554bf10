import type { Service } from './service.js';

/** The value of one line of `/metrics`, such as `parley_connections`; 0 if the line is missing. */
export async function metric(service: Service, line: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return Number(found?.slice(line.length) ?? 0);
}
