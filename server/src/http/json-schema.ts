import * as z from 'zod';

export type JsonSchema = { [keyword: string]: unknown };

/** JSON Schema of a zod schema, as sent (`output`) or as accepted (`input`). */
export function jsonSchema(schema: z.ZodType, direction: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: direction, unrepresentable: 'any' });
  return rest as JsonSchema;
}

/**
 * The JSON Schema from which the serializer of a response is compiled: fields that it does not name never leave the server. Nullable
 * scalars are written as `type: [T, null]` and patterns are dropped, which compiles into plain code without validation.
 */
export const responseSchema = (schema: z.ZodType): JsonSchema =>
  simplify(jsonSchema(schema, 'output')) as JsonSchema;

function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify);
  if (!node || typeof node !== 'object') return node;
  const { pattern: _pattern, format: _format, ...rest } = node as JsonSchema;
  const simple = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, simplify(value)]),
  ) as JsonSchema;
  return nullable(simple) ?? simple;
}

function nullable(node: JsonSchema): JsonSchema | undefined {
  const { anyOf, ...rest } = node;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined;
  const other = (anyOf as JsonSchema[]).find((option) => option.type !== 'null');
  const hasNull = (anyOf as JsonSchema[]).some((option) => option.type === 'null');
  if (!hasNull || typeof other?.type !== 'string') return undefined;
  return { ...rest, ...other, nullable: true };
}
