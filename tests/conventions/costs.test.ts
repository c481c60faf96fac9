import { expect, test } from 'vitest';
import { z } from 'zod';
import { routes } from '../support/contract-samples.ts';

const secret = /cost|margin|supplier|^rate$|batch/i;

/** The names of all fields of a schema. */
function fieldsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(fieldsOf);
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(fieldsOf)];
}

// Turned red by: `unitCost` in an offer of the catalogue.
test('no answer that a reseller may get has a field about what codes cost or from whom they come [STK-73]', () => {
  const answers = routes.filter(([, { access, response }]) => access !== 'admin' && response);
  expect(answers.length).toBeGreaterThan(20);
  const found = answers.flatMap(([name, { response }]) =>
    fieldsOf(z.toJSONSchema(response as z.ZodType, { unrepresentable: 'any', io: 'output' }))
      .filter((field) => secret.test(field) && field !== 'totalCost')
      .map((field) => `${name}: ${field}`),
  );
  expect(found).toEqual([]);
});
