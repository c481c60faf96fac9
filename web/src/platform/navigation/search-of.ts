/** What the address of a page may say: these texts. What else it says is kept, and no page reads it. */
export const searchOf =
  <const Name extends string>(...names: readonly Name[]) =>
  (given: Readonly<Record<string, unknown>>): { readonly [N in Name]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : [])),
    ) as { readonly [N in Name]?: string };
