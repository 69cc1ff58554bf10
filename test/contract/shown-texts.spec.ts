import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

interface Schema {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
interface Document {
  readonly components: { readonly messages: Readonly<Record<string, { readonly payload: Schema }>> };
}

/**
 * The free texts of client events that others see. Each passes the moderation; a new one is added here with its check.
 */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['message.send', 'message.schedule', 'schedule.update'].map((event) => [
      event,
      [
        'content',
        'extra_fields.kind',
        'extra_fields.media[].caption',
        'extra_fields.media[].media_url',
        'extra_fields.media[].metadata{}',
        'extra_fields.metadata{}',
        'extra_fields.poll.options[]',
      ],
    ]),
  ),
  'member.nickname': ['nickname'],
  'message.modify': ['extra_fields.content', 'extra_fields.metadata{}'],
  'message.react': ['reaction_content'],
  'room.create': ['description', 'extra_fields.avatar', 'extra_fields.property.preferences{}', 'name'],
  'room.modify': ['data.avatar', 'data.description', 'data.name', 'data.property.preferences{}'],
  'user.update': ['avatar', 'custom{}', 'first_name', 'last_name', 'status.emoji', 'status.text'],
};

/** Texts that only the user, moderators, or a restricted user see; and strings that are no texts. */
const NOT_SHOWN: Readonly<Record<string, readonly string[]>> = {
  'draft.set': ['content'],
  'message.remove_preview': ['url'],
  'message.report': ['comment'],
  'report.resolve': ['note'],
  'room.modify': ['data.permission[]'],
  'room.restrict': ['reason'],
  'session.authenticate': ['token'],
  'session.sync': ['rooms{}'],
  'user.update': ['email'],
  'user.notify': ['do_not_disturb.from', 'do_not_disturb.timezone', 'do_not_disturb.to'],
};
/** Of lists and searches. */
const QUESTIONS = ['before', 'cursor', 'query', 'username'];

const document = parse(readFileSync(join(import.meta.dirname, '../../docs/asyncapi.yaml'), 'utf8')) as Document;

const resolved = ({ $ref, ...schema }: Schema): Schema =>
  $ref === undefined
    ? schema
    : ($ref
        .split('/')
        .slice(1)
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as Schema);

const isFreeText = (schema: Schema): boolean =>
  [schema.type ?? []].flat().includes('string') &&
  schema.enum === undefined &&
  schema.const === undefined &&
  !/^(uuid|date-time)$/.test(schema.format ?? '');

const isFreeObject = (schema: Schema): boolean => [schema.type ?? []].flat().includes('object') && !schema.properties;

/** The parts of a schema, each with what its path has after that of the schema. */
const partsOf = ({ anyOf = [], oneOf = [], allOf = [], items, properties = {} }: Schema): [string, Schema][] => [
  ...[...anyOf, ...oneOf, ...allOf].map((each): [string, Schema] => ['', each]),
  ...(items ? [['[]', items] as [string, Schema]] : []),
  ...Object.entries(properties).map(([key, each]): [string, Schema] => [`.${key}`, each]),
];

/** The paths of texts without a form, and of JSON objects of any content. */
function textsIn(given: Schema, path: string): string[] {
  const schema = resolved(given);
  return [
    ...(isFreeText(schema) ? [path] : []),
    ...(isFreeObject(schema) ? [`${path}{}`] : []),
    ...partsOf(schema).flatMap(([part, each]) => textsIn(each, path + part)),
  ];
}

function textsOf(event: string): string[] {
  const payload = resolved(document.components.messages[event]!.payload);
  const variants = [payload, ...(payload.oneOf ?? []), ...(payload.anyOf ?? [])].map(resolved);
  const texts = variants.flatMap(({ properties }) => (properties?.data ? textsIn(properties.data, '') : []));
  const paths = new Set(texts.map((path) => path.slice(1)));
  return [...paths].filter((path) => !QUESTIONS.includes(path)).sort();
}

it('every free text of a client event is shown to others and moderated, or is not shown', () => {
  const events = Object.keys(document.components.messages).filter(
    (name) => !/dispatch$|^chat\.|^error$|^status$/.test(name),
  );
  const found = Object.fromEntries(
    events.map((event) => [event, textsOf(event)] as const).filter(([, texts]) => texts.length > 0),
  );
  const named = Object.fromEntries(
    [...new Set([...Object.keys(SHOWN), ...Object.keys(NOT_SHOWN)])].map((event) => [
      event,
      [...(SHOWN[event] ?? []), ...(NOT_SHOWN[event] ?? [])].sort(),
    ]),
  );
  expect(found).toEqual(named);
});
