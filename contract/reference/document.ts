/** The parts of the published documents that the reference shows. */

export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly [limit: string]: unknown;
}

export interface Reference {
  readonly $ref: string;
}

export interface Message {
  readonly summary?: string;
  readonly payload: Schema;
}

export interface Operation {
  readonly action: 'send' | 'receive';
  readonly summary?: string;
  readonly reply?: { readonly messages: readonly Reference[] };
}

export interface Code {
  readonly code: number;
  readonly meaning: string;
  readonly advice?: string;
}

type Schemas = Readonly<Record<string, Schema>>;

export interface AsyncApiDocument {
  readonly info: { readonly version: string; readonly description: string };
  readonly channels: {
    readonly messaging: {
      readonly address: string;
      readonly description: string;
      readonly 'x-error-codes': readonly Code[];
      readonly 'x-close-codes': readonly Code[];
    };
  };
  readonly operations: Readonly<Record<string, Operation>>;
  readonly components: { readonly messages: Readonly<Record<string, Message>>; readonly schemas: Schemas };
}

export interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface Route {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}

export interface OpenApiDocument {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Route>>>>;
  readonly components: { readonly schemas: Schemas };
}
