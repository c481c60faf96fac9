/**
 * Browser storage that may be full or blocked: the application works without it. What does not fit into local storage is written to
 * session storage, which also survives a reload.
 */
function inEach(use: (storage: Storage) => void): void {
  for (const area of ['localStorage', 'sessionStorage'] as const)
    try {
      use(globalThis[area]);
    } catch {
      // Tries the next storage, if any.
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
    // Removed first: if the new value does not fit, the old one must not be read.
    storage.removeItem(key);
    if (unwritten === null) return;
    storage.setItem(key, JSON.stringify(unwritten));
    unwritten = null;
  });
}

/** The keys that begin with `prefix`. */
export function storedNames(prefix: string): string[] {
  const names: string[] = [];
  inEach((storage) => names.push(...Object.keys(storage).filter((name) => name.startsWith(prefix))));
  return names;
}
