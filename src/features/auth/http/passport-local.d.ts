declare module 'passport-local' {
  type Verify = (
    request: object,
    username: string,
    password: string,
    done: (error: unknown, user?: object | false) => void,
  ) => void;

  /** Passes the request, and the username and the password of its body, to a function that returns the user. */
  export const Strategy: new (options: { readonly passReqToCallback: true }, verify: Verify) => object;
}
