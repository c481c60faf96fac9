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

  const stored = (name) => {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  };
  // Without it the application waits to hear who is asking.
  const role = stored('almas.role');
  const before = { role };
  window.almasBefore = before;

  // What the page does not bring along is asked for here, behind the files of the application, which takes the answers over
  // (src/lib/api.ts): who is asking, and from the application that the service worker keeps (src/worker/service-worker.ts) also what the screen shows,
  // when the last account of this browser was a reseller's (src/lib/session.ts). Each is for one use. A refusal is none, and none is
  // left when a user has signed in or out since (src/lib/session-signal.ts): they belong to the session of before.
  const early = new Map();
  window.almasEarly = (address) => {
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
        // It has been waited for as long as the application would have waited.
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

  // The links of the server's first view work by themselves. Its buttons answer when the application has started
  // (src/app/start.tsx): which one was pressed last is noted, and where the focus is.
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
