// Inlined into the page (build/page-texts.ts); runs before the first paint.
(() => {
  // Without this a dark screen flashes white.
  let choice = 'auto';
  try {
    choice = localStorage.getItem('almas.theme') || 'auto';
  } catch {
    // Storage is blocked: the system's preference counts.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = choice === 'light' || choice === 'dark' ? choice : system;
  document.documentElement.dataset.colorScheme = scheme;

  const stored = (name) => {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  };
  // Without it the application waits for the session.
  const role = stored('almas.role');
  const before = { role };
  window.almasBoot = before;

  // Requests data that the page does not embed; src/lib/api.ts takes each response once. Always the session; also the first reads of a
  // reseller's screen, when the service worker served the page. Responses from before a sign-in or sign-out are dropped.
  const early = new Map();
  window.almasBootResponse = (address) => {
    const change = stored('almas.session-changed');
    if (change >= performance.timeOrigin && change <= Date.now()) early.clear();
    const answer = early.get(address);
    early.delete(address);
    return answer;
  };
  const ask = (address) => {
    const answer = fetch(address, { signal: AbortSignal.timeout(20_000) }).then(
      (response) => (response.ok ? response : undefined),
      (error) => {
        // The same time limit as in src/lib/api.ts: the application does not wait again.
        if (error.name === 'TimeoutError') throw error;
      },
    );
    answer.catch(() => undefined);
    early.set(address, answer);
  };
  const askEarly = () => {
    if (document.getElementById('page-data')) return;
    const ofScreen =
      role === 'reseller' && navigator.serviceWorker?.controller && FIRST_ADDRESSES[location.pathname];
    for (const address of ['/api/session', ...(ofScreen || [])]) ask(address);
  };
  document.addEventListener('readystatechange', askEarly, { once: true });

  // Buttons of the server's first view do nothing yet: src/app/start.tsx repeats the last press and restores the focus.
  const note = (name, selector) => (event) => {
    const view = event.target.closest('#root[aria-busy="true"]');
    const element = view && event.target.closest(selector);
    if (!element) return;
    const path = [];
    for (let at = element; at !== view; at = at.parentElement)
      path.unshift([...at.parentElement.children].indexOf(at));
    before[name] = { path, html: element.outerHTML };
  };
  document.addEventListener('click', note('pressed', 'button, input'), true);
  document.addEventListener('focusin', note('focused', 'a, button, input'), true);
})();
