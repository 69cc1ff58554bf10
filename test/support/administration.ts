import type { TestUser } from './people.js';
import type { Service } from './service.js';

export interface AdministrationAnswer<Body> {
  readonly status: number;
  readonly body: Body;
}

type Page = Readonly<Record<string, unknown>> & { readonly next_cursor: string | null };

/** Requests to the routes of the administration, with the token of a user. */
export class Administration {
  private constructor(
    private readonly service: Service,
    private readonly token: string,
  ) {}

  /** @param role given to the user, by the command */
  static async by(service: Service, user: TestUser, role: 'admin' | 'moderator'): Promise<Administration> {
    await service.parley('users', 'set-role', user.username, role);
    return Administration.as(service, user);
  }

  static as(service: Service, user: TestUser): Administration {
    return new Administration(service, user.tokens.access);
  }

  get = <Body>(path: string): Promise<AdministrationAnswer<Body>> => this.request('GET', path);

  post = <Body>(path: string, body?: object): Promise<AdministrationAnswer<Body>> => this.request('POST', path, body);

  delete = <Body>(path: string): Promise<AdministrationAnswer<Body>> => this.request('DELETE', path);

  /** @param path below `/api/admin/` */
  async request<Body>(method: string, path: string, body?: object): Promise<AdministrationAnswer<Body>> {
    const response = await fetch(`${this.service.url}/api/admin/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  }

  /** An answer that is not JSON. */
  download(path: string): Promise<Response> {
    return fetch(`${this.service.url}/api/admin/${path}`, { headers: { Authorization: `Bearer ${this.token}` } });
  }

  /** The items of all pages of a list. @param path with a query @param field the field of a page that has the items */
  async all<Item>(path: string, field: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await this.expect(this.get<Page>(`${path}${cursor && `&cursor=${cursor}`}`));
      items.push(...(page[field] as Item[]));
      cursor = page.next_cursor;
    }
    return items;
  }

  /** @throws Error unless the request succeeds @returns the body */
  async expect<Body>(answer: Promise<AdministrationAnswer<Body>>): Promise<Body> {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(`${String(status)} ${JSON.stringify(body)}`);
    return body;
  }
}
