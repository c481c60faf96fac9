// Stands in the page itself (build/page-texts.ts) and runs before the first paint.
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

  // A reload past the worker of a former version (src/app/reload.ts) has done its work.
  const address = new URL(location.href);
  if (address.searchParams.has('almas-version')) {
    address.searchParams.delete('almas-version');
    history.replaceState(history.state, '', address);
  }

  // A key that is held presses once: its repetitions would answer what the press has opened. In a text it writes lines.
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.repeat && event.key === 'Enter' && event.target.tagName !== 'TEXTAREA')
        event.preventDefault();
    },
    true,
  );

  // The links of the server's first view work by themselves. Its buttons answer when the application has started
  // (src/app/start.tsx): which one was pressed last is noted, and where the focus is.
  const noted = {};
  window.almasFirstView = noted;
  const note = (name, selector) => (event) => {
    const view = event.target.closest('#root[aria-busy="true"]');
    const element = view && event.target.closest(selector);
    if (!element) return;
    const path = [];
    for (let at = element; at !== view; at = at.parentElement)
      path.unshift([...at.parentElement.children].indexOf(at));
    noted[name] = { path, html: element.outerHTML };
  };
  document.addEventListener('click', note('pressed', 'button, input'), true);
  document.addEventListener('focusin', note('focused', 'a, button, input'), true);
})();
