import { useMemo } from 'react';
import type { PlainSearch } from './plain-search.ts';
import { useRouter, useRouterState, useSearch } from './router.tsx';

type Filters = Readonly<Record<string, string>>;

/** Filters from the search of an address: a value that its filter does not know falls back to the default. */
export function readFilters<F extends Filters>(
  search: PlainSearch,
  defaults: F,
  choices?: Readonly<Partial<Record<keyof F, object>>>,
): F {
  const read = Object.entries(defaults).map(([name, fallback]) => {
    const value = search[name];
    const known = choices?.[name];
    return [name, value === undefined || (known && !Object.hasOwn(known, value)) ? fallback : value];
  });
  return Object.fromEntries(read) as F;
}

/**
 * The search of an address with these filters, defaults left out. What else it names stays: a row may have been opened
 * while the text of a search was still resting.
 */
export function withFilters<F extends Filters>(search: PlainSearch, filters: F, defaults: F): PlainSearch {
  const others = Object.entries(search).filter(([name]) => !Object.hasOwn(defaults, name));
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
  const router = useRouter();
  const shown = useSearch({ strict: false }) as PlainSearch;
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const filters = useMemo(() => readFilters(shown, defaults, choices), [shown, defaults, choices]);
  const change = (part: Partial<F>) => {
    // Read now, not at the last render: two changes may come before the next one.
    const { pathname, search, state } = router.latestLocation;
    // During a navigation to another page the address is not this list's.
    if (pathname !== path) return;
    const before = readFilters(search as PlainSearch, defaults, choices);
    const next = { ...before, ...part };
    const replace = inDialog || continuesSearch(before, next);
    void router.navigate({
      to: '.',
      search: withFilters(search as PlainSearch, next, defaults),
      state: replace ? state : {},
      replace,
      resetScroll: false,
    });
  };
  return [filters, change];
}
