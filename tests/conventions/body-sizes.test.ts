import { bodyBytesOf } from '@almas/contract/route';
import { expect, test } from 'vitest';
import { maxKeys } from '../../server/src/http/json-body.ts';
import { type JsonSchema, jsonSchema } from '../../server/src/http/json-schema.ts';
import { routes } from '../support/contract-samples.ts';

/** Of an id, or of a name. */
const textLength = 36;
/** Of a list within an entry of a list. */
const innerEntries = 4;

/** An input with every field, whose texts are of ordinary length and whose own lists are as long as they may be. */
function longest(
  { type, anyOf, oneOf, properties, items, maxItems, maxLength }: JsonSchema,
  most = 1e9,
): unknown {
  const [choice] = (anyOf ?? oneOf ?? []) as JsonSchema[];
  if (choice) return longest(choice, most);
  if (type === 'object')
    return Object.fromEntries(
      Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(([name, field]) => [
        name,
        longest(field, most),
      ]),
    );
  if (type === 'array') {
    const entry = longest(items as JsonSchema, innerEntries);
    return Array.from({ length: Math.min(most, Number(maxItems ?? 1)) }, () => entry);
  }
  if (type === 'string') return 'x'.repeat(Math.min(textLength, Number(maxLength ?? textLength)));
  return type === 'number' || type === 'integer' ? 12_345.67 : false;
}

const keysIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce<number>((sum, each) => sum + keysIn(each), 0);
  return inner + (Array.isArray(value) ? 0 : Object.keys(value).length);
};

test('every call accepts a body whose list is as long as the contract promises, with four entries in each list within it', () => {
  const bodies = routes.flatMap(([name, route]) =>
    route.body ? [{ name, route, longest: longest(jsonSchema(route.body, 'input')) }] : [],
  );
  const refused = bodies.filter(
    ({ route, longest: body }) =>
      JSON.stringify(body).length > bodyBytesOf(route) || keysIn(body) > (route.bodyKeys ?? maxKeys),
  );
  expect(refused.map(({ name }) => name)).toEqual([]);
});
