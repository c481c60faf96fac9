/*
 * The browser's Back closes a dialog. An open dialog has a history entry of its own above the entry of its page, with
 * the same address. The router does not know these entries: it writes and listens through `historyWindow`, which
 * leaves them out. When a dialog closes by other means its entry is removed; when the router navigates while dialogs
 * are open, the new page takes the place of their entries. The state of such an entry is the page's, with:
 */
interface Mark {
  /** How many dialogs are open on this entry. */
  readonly depth: number;
  /** The key of the page's own entry. */
  readonly page: string;
}
type State = { readonly __TSR_key?: string; readonly __TSR_index?: number; readonly dialogs?: Mark } | null;
interface Position {
  readonly href: string;
  readonly state: State;
}
interface OpenDialog {
  /** Asks the dialog to close. @returns false when it stays. */
  readonly close: () => boolean;
  /** It has no entry any more, because it is about to close: by Back, or with its page. */
  leaving: boolean;
}

/** Writes wait so long for a traversal of the history that does not report back. It may still do so later. */
const traversalTimeout = 5_000;
/** A dialog that is still open by then has not closed, and gets an entry again. Its page may wait a second for the code of the next. */
const closingTimeout = 1_500;

const here = (): Position => ({ href: location.href, state: history.state as State });
const depthOf = (state: State) => state?.dialogs?.depth ?? 0;
/** Entries with the same one belong to the same page. */
const pageOf = ({ href, state }: Position) => state?.dialogs?.page ?? state?.__TSR_key ?? href;
const withoutMark = (state: State): State => {
  if (!state?.dialogs) return state;
  const { dialogs: _, ...own } = state;
  return own;
};

let dialogs: readonly OpenDialog[] = [];
/** The entry on which the browser stands, as it was last written or reached. */
let current = here();
/** While the browser travels: what is to be done when it has arrived. */
let arrivals: (() => void)[] | null = null;
/** To where a step leads about which the router still decides: it may travel back, and an entry made now would be in its way. */
let undecided: Position | null = null;
let arrivalTimer: ReturnType<typeof setTimeout> | undefined;
/** The router has changed the address on the entry of a dialog: the page's own entry below does not have it yet. */
let rewritten = false;
/** The depth to which a traversal leads that has not reported back in time: it is not the user's Back when it does. */
let overdue: number | null = null;
let settleTimer: ReturnType<typeof setTimeout> | undefined;

function write(how: 'pushState' | 'replaceState', state: State, href: string, mark?: Mark): void {
  const own = withoutMark(state);
  history[how](mark ? { ...own, dialogs: mark } : own, '', href);
  current = here();
}

/** Goes back over entries of dialogs, then does `then`. */
function travel(delta: number, then: () => void): void {
  arrivals = [then];
  const depth = depthOf(current.state) + delta;
  arrivalTimer = setTimeout(() => {
    overdue = depth;
    arrive();
  }, traversalTimeout);
  history.go(delta);
}

function arrive(): void {
  clearTimeout(arrivalTimer);
  const waiting = arrivals ?? [];
  arrivals = null;
  current = here();
  for (const act of waiting) afterArrival(act);
  settleSoon();
}

const afterArrival = (act: () => void) => (arrivals ? arrivals.push(act) : act());

/** What the router wrote onto the entry of a dialog holds for the entry below it, which is now the current one. */
function carryOver({ href, state }: Position): void {
  rewritten &&= depthOf(current.state) > 0;
  if (href !== location.href || state?.__TSR_key !== (history.state as State)?.__TSR_key)
    write('replaceState', state, href, (history.state as State)?.dialogs);
}

const staying = () => dialogs.filter(({ leaving }) => !leaving);

/** An entry for each open dialog. */
function addEntries(): void {
  if (arrivals || undecided) return;
  const page = pageOf(current);
  for (let depth = depthOf(current.state) + 1; depth <= staying().length; depth += 1)
    write('pushState', current.state, location.href, { depth, page });
}

/** As many entries as open dialogs. */
function settle(): void {
  if (arrivals || undecided) return;
  addEntries();
  const surplus = depthOf(current.state) - staying().length;
  // A second traversal behind one that is still under way would leave the page.
  if (surplus <= 0 || overdue !== null) return;
  const left = current;
  travel(-surplus, () => carryOver(left));
}

/** Later than what a tap causes: a dialog that gives way to another, or to a page, leaves its entry to it. */
function settleSoon(): void {
  clearTimeout(settleTimer);
  settleTimer = setTimeout(settle);
}

/** The page changes below its dialogs. One that stays, with a page that is not left after all, gets an entry again. */
function releaseDialogs(): void {
  dialogs.forEach(releaseDialog);
}

function releaseDialog(dialog: OpenDialog): void {
  dialog.leaving = true;
  setTimeout(() => stillOpen(dialog), closingTimeout);
}

/** @returns the function that says that the dialog is closed. */
export function enterDialog(close: () => boolean): () => void {
  const dialog: OpenDialog = { close, leaving: false };
  dialogs = [...dialogs, dialog];
  addEntries();
  return () => {
    dialogs = dialogs.filter((other) => other !== dialog);
    settleSoon();
  };
}

type PopListener = (event: PopStateEvent) => unknown;
const routerListeners = new Set<PopListener>();

/** Which entry it is, counted from the first; not a number for one that is not the router's. */
const indexOf = ({ state }: Position) => Number(state?.__TSR_index) + depthOf(state);

window.addEventListener('popstate', (event) => {
  if (arrivals) return arrive();
  const beyond = undecided ? indexOf(undecided) - indexOf(here()) : 0;
  if (beyond) return closeQuestion(beyond);
  const left = current;
  current = here();
  const isOverdue = overdue === depthOf(current.state);
  overdue = null;
  if (pageOf(left) === pageOf(current)) return isOverdue ? settleSoon() : withinPage(left);
  releaseDialogs();
  const step = current;
  undecided = step;
  const decided = () => {
    if (undecided === step) undecided = null;
    settleSoon();
  };
  void Promise.all([...routerListeners].map((listen) => listen(event))).then(decided, decided);
});

/** Back while the router asks closes the question, as it closes every dialog: the further step is taken back before. */
function closeQuestion(steps: number): void {
  const question = staying().at(-1);
  travel(steps, () => {
    if (undecided && indexOf(undecided) === indexOf(current)) question?.close();
  });
}

/** Back from a dialog, or forward to the entry that a closed one has left. */
function withinPage(left: Position): void {
  const depth = depthOf(current.state);
  if (depth < depthOf(left.state)) carryOver(left);
  for (const dialog of staying().slice(depth).reverse()) {
    if (dialog.close()) releaseDialog(dialog);
  }
  // Before the browser handles a second Back: a dialog that stays has its entry again.
  addEntries();
  settleSoon();
}

function stillOpen(dialog: OpenDialog): void {
  dialog.leaving = false;
  if (dialogs.includes(dialog)) addEntries();
}

/** Back to the entry of the page, which then has the address that the dialogs have given it: Back leads there again. */
function returnTo(depth: number, then: () => void): void {
  const left = current;
  travel(-depth, () => {
    carryOver(left);
    then();
  });
}

/** Writes of the router wait for a journey under way: the browser would count its steps from somewhere else. */
function pushPage(state: State, _unused: string, href: string): void {
  if (arrivals) {
    arrivals.push(() => pushPage(state, _unused, href));
    return;
  }
  const depth = depthOf(current.state);
  releaseDialogs();
  if (depth === 0) write('pushState', state, href);
  else if (rewritten) returnTo(depth, () => write('pushState', state, href));
  else if (depth === 1) write('replaceState', state, href);
  else travel(1 - depth, () => write('replaceState', state, href));
}

function replacePage(state: State, _unused: string, href: string = location.href): void {
  if (arrivals) {
    arrivals.push(() => replacePage(state, _unused, href));
    return;
  }
  rewritten ||= depthOf(current.state) > 0 && new URL(href, location.href).href !== location.href;
  write('replaceState', state, href, current.state?.dialogs);
}

/** What the router takes for the browser's window: as much of it as the application uses. */
export const historyWindow = {
  get location() {
    return window.location;
  },
  history: {
    get state() {
      return withoutMark(history.state as State);
    },
    pushState: pushPage,
    replaceState: replacePage,
    back: () => history.back(),
    go: (delta: number) => history.go(delta),
  },
  addEventListener(type: string, listener: PopListener, options?: AddEventListenerOptions) {
    if (type === 'popstate') routerListeners.add(listener);
    else window.addEventListener(type, listener as EventListener, options);
  },
  removeEventListener(type: string, listener: PopListener, options?: EventListenerOptions) {
    if (type === 'popstate') routerListeners.delete(listener);
    else window.removeEventListener(type, listener as EventListener, options);
  },
};

// A page that was loaded again with a dialog open begins without it.
settleSoon();
