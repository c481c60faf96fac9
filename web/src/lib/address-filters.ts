import { useMemo } from 'react';
import { useNavigation, useShownLocation } from './router.tsx';

type Filters = Readonly<Record<string, string>>;

/** Filters from a query string: a value that its filter does not know falls back to the default. */
export function readFilters<F extends Filters>(
  text: string,
  defaults: F,
  choices?: Readonly<Partial<Record<keyof F, object>>>,
): F {
  const query = new URLSearchParams(text);
  const read = Object.entries(defaults).map(([name, fallback]) => {
    const value = query.get(name);
    const known = choices?.[name];
    return [name, value === null || (known && !Object.hasOwn(known, value)) ? fallback : value];
  });
  return Object.fromEntries(read) as F;
}

/**
 * The search of an address with these filters, defaults left out. What else it names stays: a row may have been opened
 * while the text of a search was still resting.
 */
export function withFilters<F extends Filters>(text: string, filters: F, defaults: F): Filters {
  const others = [...new URLSearchParams(text)].filter(([name]) => !Object.hasOwn(defaults, name));
  const kept = Object.entries(filters).filter(([name, value]) => value !== defaults[name]);
  return Object.fromEntries([...others, ...kept]);
}

/** Whether the change continues a search: the text was not empty before and is not now. */
export function continuesSearch(before: Filters, next: Filters): boolean {
  const changed = Object.keys(next).filter((name) => next[name] !== before[name]);
  return changed.every((name) => name === 'search' && before[name] !== '' && next[name] !== '');
}

/**
 * The filters of a list, kept in the address bar, so that a view can be reloaded and shared. `choices` names the
 * values a filter may take. Changing one adds an entry to the history: Back returns to the filters before. What is typed
 * on in a search that has begun replaces its entry, and so does each change `inDialog`, where Back closes the dialog.
 */
export function useAddressFilters<F extends Filters>(
  defaults: F,
  choices?: Readonly<Partial<Record<keyof F, object>>>,
  { inDialog = false }: { readonly inDialog?: boolean } = {},
): readonly [filters: F, change: (change: Partial<F>) => void] {
  const text = useShownLocation(({ search }) => search);
  const path = useShownLocation(({ pathname }) => pathname);
  const navigation = useNavigation();
  const filters = useMemo(() => readFilters(text, defaults, choices), [text, defaults, choices]);
  const change = (part: Partial<F>) => {
    // Read now, not at the last render: two changes may come before the next one.
    const { pathname, search: current } = navigation.history.location;
    // During a navigation to another page the address is not this list's.
    if (pathname !== path) return;
    const before = readFilters(current, defaults, choices);
    const next = { ...before, ...part };
    const search = withFilters(current, next, defaults);
    const replace = inDialog || continuesSearch(before, next);
    navigation.changeSearch(search, replace);
  };
  return [filters, change];
}
