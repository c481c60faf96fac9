import type { Route } from '@almas/contract/route';
import { jsonSchema } from '../../server/src/http/json-schema.ts';

/** An input field of a route: in its path, its query or, at any depth, its body. */
export interface RouteField {
  /** `body.offers.0.price`, `query.unsold`, `path.id`. */
  readonly name: string;
  /** Values just outside the bounds of its schema. */
  readonly bounds: readonly unknown[];
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The key that is used for a record, whose schema names no keys. */
const anyKey = 'key';

const boundsOf = ({ enum: members, maxLength, minimum, maximum, const: only }: JsonSchema): unknown[] => [
  ...(members ?? []),
  ...(only === undefined ? [] : [only]),
  ...(maxLength === undefined || maxLength > 100_000
    ? []
    : ['é'.repeat(maxLength), '😀'.repeat(maxLength), 'x'.repeat(maxLength + 1)]),
  ...(minimum === undefined ? [] : [minimum, minimum - 1]),
  ...(maximum === undefined ? [] : [maximum, maximum + 1]),
];

function fieldsIn(schema: JsonSchema, name: string, isRoot = false): RouteField[] {
  const variants = [schema, ...(schema.anyOf ?? [])];
  const inner = variants.flatMap((variant) => [
    ...Object.entries(variant.properties ?? {}).flatMap(([key, each]) => fieldsIn(each, `${name}.${key}`)),
    ...(variant.items ? fieldsIn(variant.items, `${name}.0`) : []),
    ...(typeof variant.additionalProperties === 'object'
      ? fieldsIn(variant.additionalProperties, `${name}.${anyKey}`)
      : []),
  ]);
  return isRoot ? inner : [{ name, bounds: variants.flatMap(boundsOf) }, ...inner];
}

const fieldsOfSchema = (schema: Route['body'], name: string): RouteField[] =>
  schema ? fieldsIn(jsonSchema(schema, 'input'), name, true) : [];

/** The input fields of a route. */
export const fieldsOf = ({ params, query, body }: Route): RouteField[] => [
  ...fieldsOfSchema(params, 'path'),
  ...fieldsOfSchema(query, 'query'),
  ...fieldsOfSchema(body, 'body'),
];

/** A copy of `target` with this value at this path; missing objects are created. */
export function withField(target: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (key === '0') {
    const items = Array.isArray(target) ? target : [];
    return [withField(items[0], rest, value), ...items.slice(1)];
  }
  const fields = typeof target === 'object' && target !== null && !Array.isArray(target) ? target : {};
  return { ...fields, [key]: withField((fields as Record<string, unknown>)[key], rest, value) };
}
