import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { internalFieldsRemover, withoutInternalFields } from './internal-fields.ts';

const note = { internalNotes: 'x', adminComments: 'y', systemFlags: ['z'], name: 'Amine' };

describe('internal fields of a response of a known shape', () => {
  test.each<[string, z.ZodType, unknown]>([
    ['a free-form part', z.object({ data: z.record(z.string(), z.unknown()) }), { data: { deep: [note] } }],
    ['a part of any shape', z.object({ data: z.unknown().nullable() }), { data: note }],
    ['alternatives', z.object({ data: z.union([z.string(), z.unknown()]) }), { data: note }],
    [
      'a field that the shape names',
      z.object({ user: z.object({ internalNotes: z.string() }) }),
      { user: note },
    ],
    ['an object with more fields than it names', z.looseObject({ name: z.string() }), note],
    [
      'a row of a list, behind rows without one',
      z.object({ items: z.array(z.object({ metadata: z.record(z.string(), z.unknown()).nullable() })) }),
      { items: [{ metadata: null }, { metadata: { name: 'x' } }, { metadata: note }] },
    ],
  ])('internal fields are removed from %s [PRM-34]', (_, schema, body) => {
    const cleaned = internalFieldsRemover(schema)(body);
    expect(cleaned).toEqual(withoutInternalFields(body));
    expect(JSON.stringify(cleaned)).not.toMatch(/internalNotes|adminComments|systemFlags/);
  });

  test('a response without internal fields is not copied', () => {
    const body = { items: [{ id: '1', metadata: { source: 'purchase' } }] };
    const schema = z.object({
      items: z.array(z.object({ id: z.string(), metadata: z.record(z.string(), z.unknown()) })),
    });
    expect(internalFieldsRemover(schema)(body)).toBe(body);
  });
});
