/** Internal notes of administrators about accounts (PRM-34). */
const internalFields: ReadonlySet<string> = new Set(['internalNotes', 'adminComments', 'systemFlags']);

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/**
 * The same record without internal fields, however deep: free-form parts (metadata, data) may hold them too. The one
 * function that every answer to a user who is not an administrator goes through (AMB-25). What holds none is not
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
