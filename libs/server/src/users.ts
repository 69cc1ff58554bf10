import { answered } from './requests.js';
import type { Acting, Requests } from './requests.js';
import type {
  BatchedUser,
  ErasedProductUser,
  ProductUser,
  ProductUserFields,
  ProductUserOutcome,
  Profile,
} from './wire.js';

/** Users of the product, by its own ids. They are shown to keys and in webhooks alone. */
export class Users {
  constructor(private readonly requests: Requests) {}

  /** Makes the user with this id of the product, or changes the fields that are given. The same twice is the same. */
  put(externalId: string, fields: ProductUserFields = {}): Promise<ProductUser> {
    const params = { path: { external_id: externalId } };
    return answered(this.requests.safe.PUT('/api/users/external/{external_id}/', { params, body: fields }));
  }

  /** At most 100. Each is answered by itself, in order: `{status, user}` or `{status, error}`. */
  async putMany(users: BatchedUser[]): Promise<readonly ProductUserOutcome[]> {
    return (await answered(this.requests.safe.POST('/api/users/external/', { body: { users } }))).users;
  }

  /**
   * Deactivates the user, deletes it, or erases its messages too, which answers with a receipt. Only `deactivate` is
   * repeated after a lost answer: after the others the id is free again.
   */
  delete(externalId: string, mode?: 'deactivate' | 'delete'): Promise<unknown>;
  delete(externalId: string, mode: 'erase'): Promise<ErasedProductUser>;
  delete(externalId: string, mode: 'deactivate' | 'delete' | 'erase' = 'deactivate'): Promise<unknown> {
    const client = mode === 'deactivate' ? this.requests.safe : this.requests.once;
    const params = { path: { external_id: externalId }, query: { mode } };
    return answered(client.DELETE('/api/users/external/{external_id}/', { params }));
  }

  /** Finds a user by the complete username. */
  async find(username: string, { user }: { user?: Acting } = {}): Promise<Profile> {
    const params = { path: { username }, header: this.requests.acting(user) };
    return (await answered(this.requests.safe.GET('/api/users/{username}/', { params }))).data;
  }
}
