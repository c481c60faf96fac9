import type * as z from 'zod';

/** Internal notes of administrators about accounts (PRM-34). */
const internalFields: ReadonlySet<string> = new Set(['internalNotes', 'adminComments', 'systemFlags']);

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/**
 * The same record without internal fields, however deep: free-form parts (metadata, data) may hold them too. Every
 * answer to a user who is not an administrator goes through it, or through the one below (AMB-25). What holds none is not
 * copied: that is nearly every answer.
 */
export function withoutInternalFields<Value>(value: Value): Value {
  return holdsInternalField(value) ? copyWithout(value) : value;
}

function holdsInternalField(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsInternalField);
  if (!isPlain(value)) return false;
  for (const name in value) {
    if (internalFields.has(name) || holdsInternalField(value[name as keyof typeof value])) return true;
  }
  return false;
}

function copyWithout<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyWithout) as Value;
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  const entries = Object.entries(value).filter(([name]) => !internalFields.has(name));
  return Object.fromEntries(entries.map(([name, field]) => [name, copyWithout(field)])) as Value;
}

type Holds = (value: unknown) => boolean;

const scalars: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'null']);

/**
 * The same for the answers of one shape, which looks only where that shape lets such a field through: what it does not name never
 * leaves the server (serve.ts), so that a list of a hundred plain fields in each row is not walked at every call.
 * @param schema of the answer; undefined: any answer
 */
export function internalFieldsRemover(schema: z.ZodType | undefined): <Value>(value: Value) => Value {
  const holds = schema ? holdsIn(schema) : holdsInternalField;
  return (value) => (holds?.(value) ? copyWithout(value) : value);
}

/** Whether a value of this schema holds an internal field; undefined: none can. */
function holdsIn(schema: z.core.$ZodType): Holds | undefined {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  if (scalars.has(def.type)) return undefined;
  if (def.type === 'nullable' || def.type === 'optional') return holdsIn(def.innerType);
  if (def.type === 'array') {
    const inItem = holdsIn(def.element);
    return inItem && ((value) => Array.isArray(value) && value.some(inItem));
  }
  // Free-form parts, alternatives and whatever else a contract may come to use.
  if (def.type !== 'object' || def.catchall) return holdsInternalField;
  const fields = Object.entries(def.shape).flatMap(([name, field]): [string, Holds][] => {
    const inField = internalFields.has(name) ? isPresent : holdsIn(field);
    return inField ? [[name, inField]] : [];
  });
  if (fields.length === 0) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    for (const [name, inField] of fields) if (inField(value[name as keyof typeof value])) return true;
    return false;
  };
}

const isPresent: Holds = (value) => value !== undefined;
