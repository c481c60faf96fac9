/**
 * Storage of the browser that may be full or forbidden: the application then works without its memory. What local storage has no
 * room for goes into the tab's own, which outlives a reload too.
 */
function inEach(use: (storage: Storage) => void): void {
  for (const area of ['localStorage', 'sessionStorage'] as const)
    try {
      use(globalThis[area]);
    } catch {
      // The next one, or none.
    }
}

export function readJson<T>(key: string): T | null {
  let found: T | null = null;
  inEach((storage) => {
    found ??= JSON.parse(storage.getItem(key) ?? 'null') as T | null;
  });
  return found;
}

/** `null` removes what is stored. */
export function writeJson(key: string, value: unknown): void {
  let unwritten = value;
  inEach((storage) => {
    // Before it is known whether there is room: what is old must not be read in its place.
    storage.removeItem(key);
    if (unwritten === null) return;
    storage.setItem(key, JSON.stringify(unwritten));
    unwritten = null;
  });
}

/** The names of everything that is stored under `prefix`. */
export function storedNames(prefix: string): string[] {
  const names: string[] = [];
  inEach((storage) => names.push(...Object.keys(storage).filter((name) => name.startsWith(prefix))));
  return names;
}
