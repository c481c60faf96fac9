import type * as z from 'zod';

/** Internal notes of administrators about accounts (PRM-34). */
const internalFields: ReadonlySet<string> = new Set(['internalNotes', 'adminComments', 'systemFlags']);

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/**
 * A copy of the value without internal fields, at any depth: free-form parts (metadata, data) may contain them too. Every response to
 * a caller who is not an administrator passes through this function or through the one below (AMB-25). A value without such fields,
 * the usual case, is returned without a copy.
 */
export function withoutInternalFields<Value>(value: Value): Value {
  return hasInternalField(value) ? copyWithout(value) : value;
}

function hasInternalField(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasInternalField);
  if (!isPlain(value)) return false;
  for (const name in value) {
    if (internalFields.has(name) || hasInternalField(value[name as keyof typeof value])) return true;
  }
  return false;
}

function copyWithout<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyWithout) as Value;
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  const entries = Object.entries(value).filter(([name]) => !internalFields.has(name));
  return Object.fromEntries(entries.map(([name, field]) => [name, copyWithout(field)])) as Value;
}

type InternalFieldCheck = (value: unknown) => boolean;

const scalars: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'null']);

/**
 * The same for the responses of one schema. Only the parts where the schema allows such a field are searched: fields that it does not
 * name are dropped anyway (serve.ts), so a list of a hundred plain rows is not searched.
 * @param schema of the response; undefined: any response
 */
export function internalFieldsRemover(schema: z.ZodType | undefined): <Value>(value: Value) => Value {
  const check = schema ? internalFieldCheck(schema) : hasInternalField;
  return (value) => (check?.(value) ? copyWithout(value) : value);
}

/** Returns a function that tells whether a value of this schema contains an internal field; undefined: no value can. */
function internalFieldCheck(schema: z.core.$ZodType): InternalFieldCheck | undefined {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  if (scalars.has(def.type)) return undefined;
  if (def.type === 'nullable' || def.type === 'optional') return internalFieldCheck(def.innerType);
  if (def.type === 'array') {
    const checkItem = internalFieldCheck(def.element);
    return checkItem && ((value) => Array.isArray(value) && value.some(checkItem));
  }
  // Free-form parts, unions and every other kind of schema.
  if (def.type !== 'object' || def.catchall) return hasInternalField;
  const fields = Object.entries(def.shape).flatMap(([name, field]): [string, InternalFieldCheck][] => {
    const checkField = internalFields.has(name) ? isPresent : internalFieldCheck(field);
    return checkField ? [[name, checkField]] : [];
  });
  if (fields.length === 0) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    for (const [name, inField] of fields) if (inField(value[name as keyof typeof value])) return true;
    return false;
  };
}

const isPresent: InternalFieldCheck = (value) => value !== undefined;
