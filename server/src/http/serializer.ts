import compile from 'fast-json-stringify';
import type * as z from 'zod';
import { responseSchema } from './json-schema.ts';

type Serializer = (answer: unknown) => string;

export const compileSerializer = (schema: z.ZodType): Serializer => compile(responseSchema(schema));

const serializers = new WeakMap<z.ZodType, Serializer>();

/**
 * Writes the answers of one schema. Compiled at the first of them: to compile those of all calls took a fifth of the
 * start of a server, and few of them are called soon.
 */
export const serializerOf =
  (schema: z.ZodType): Serializer =>
  (answer) => {
    const serialize = serializers.get(schema) ?? compileSerializer(schema);
    serializers.set(schema, serialize);
    return serialize(answer);
  };
