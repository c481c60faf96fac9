// Inlined into the page (build/page-texts.ts); runs before the first paint.
(() => {
  // A dark screen never flashes white.
  let choice = 'auto';
  try {
    choice = localStorage.getItem('almas.theme') || 'auto';
  } catch {
    // Storage can be forbidden: the system's preference then decides.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = choice === 'light' || choice === 'dark' ? choice : system;
  document.documentElement.dataset.colorScheme = scheme;
})();
