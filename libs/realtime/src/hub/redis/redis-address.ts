/** The address of one server. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** How connections to one kind of server are opened. */
export interface Login {
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
}

/** One Redis, a Redis Cluster, or the master of Sentinels. */
export type RedisAddress =
  | { readonly kind: 'single'; readonly url: string }
  | { readonly kind: 'cluster'; readonly nodes: readonly Endpoint[]; readonly login: Login }
  | {
      readonly kind: 'sentinel';
      readonly sentinels: readonly Endpoint[];
      /** The name of the master. */
      readonly name: string;
      readonly login: Login;
      readonly sentinelLogin: Login;
    };
