import compile from 'fast-json-stringify';
import type * as z from 'zod';
import { responseSchema } from './json-schema.ts';

type Serializer = (body: unknown) => string;

export const compileSerializer = (schema: z.ZodType): Serializer => compile(responseSchema(schema));

const serializers = new WeakMap<z.ZodType, Serializer>();

/**
 * The serializer of the responses of one schema. It is compiled at the first response: compiling all of them took a fifth of the
 * server's start, and few are needed soon.
 */
export const serializerOf =
  (schema: z.ZodType): Serializer =>
  (body) => {
    const serialize = serializers.get(schema) ?? compileSerializer(schema);
    serializers.set(schema, serialize);
    return serialize(body);
  };
