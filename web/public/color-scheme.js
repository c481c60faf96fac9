// Runs before the first paint, so that a dark screen never flashes white. Kept outside the page for its content policy.
(() => {
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
