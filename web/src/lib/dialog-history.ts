/*
 * The browser's Back closes a dialog. Each open dialog has a history entry of its own above the entry of its page, with
 * the same address. The router does not know these entries: it writes and listens through `historyWindow`, which hides
 * them.
 *
 * - Back from a dialog's entry closes the dialog.
 * - When a dialog closes otherwise, its entry is removed by a traversal back (`settle`).
 * - When the router navigates while dialogs are open, the new page replaces their entries (`pushPage`).
 *
 * A traversal (`history.go`) is asynchronous. While one is running, everything that writes waits in `onArrival`.
 *
 * The state of a dialog's entry is the page's, with this mark:
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
  /** It is about to close, by Back or with its page, and has no entry any more. */
  leaving: boolean;
}

/** How long writes wait for the popstate event of a traversal. It may still come later (`overdueDepth`). */
const traversalTimeout = 5_000;
/** A dialog that is still open by then was not closed, and gets an entry again. Its page may stay a second, until the code of the next one is loaded. */
const closingTimeout = 1_500;

const browserPosition = (): Position => ({ href: location.href, state: history.state as State });
const depthOf = (state: State) => state?.dialogs?.depth ?? 0;
/** The key of the page that an entry belongs to. */
const pageOf = ({ href, state }: Position) => state?.dialogs?.page ?? state?.__TSR_key ?? href;
const withoutMark = (state: State): State => {
  if (!state?.dialogs) return state;
  const { dialogs: _, ...own } = state;
  return own;
};

let dialogs: readonly OpenDialog[] = [];
/** The current entry, as it was last written or reached. */
let current = browserPosition();
/** While a traversal is running: what to do when it has ended. */
let onArrival: (() => void)[] | null = null;
/** The entry of a page that the router has not accepted yet: it may go back, and an entry written now would be in its way. */
let undecided: Position | null = null;
let arrivalTimer: ReturnType<typeof setTimeout> | undefined;
/** The router has changed the address on the entry of a dialog, and the page's own entry below still has the old one. */
let addressChanged = false;
/** The depth at which a traversal ends that timed out: its late popstate event is not the user's Back. */
let overdueDepth: number | null = null;
let settleTimer: ReturnType<typeof setTimeout> | undefined;

function write(how: 'pushState' | 'replaceState', state: State, href: string, mark?: Mark): void {
  const own = withoutMark(state);
  history[how](mark ? { ...own, dialogs: mark } : own, '', href);
  current = browserPosition();
}

/** Goes back by entries of dialogs, then does `then`. */
function traverse(delta: number, then: () => void): void {
  onArrival = [then];
  const depth = depthOf(current.state) + delta;
  arrivalTimer = setTimeout(() => {
    overdueDepth = depth;
    arrive();
  }, traversalTimeout);
  history.go(delta);
}

function arrive(): void {
  clearTimeout(arrivalTimer);
  const actions = onArrival ?? [];
  onArrival = null;
  current = browserPosition();
  for (const act of actions) afterArrival(act);
  settleSoon();
}

const afterArrival = (act: () => void) => (onArrival ? onArrival.push(act) : act());

/** Copies the address and the state that the router wrote onto the entry of a dialog to the entry below it, now the current one. */
function carryOver({ href, state }: Position): void {
  addressChanged &&= depthOf(current.state) > 0;
  if (href !== location.href || state?.__TSR_key !== (history.state as State)?.__TSR_key)
    write('replaceState', state, href, (history.state as State)?.dialogs);
}

const openDialogs = () => dialogs.filter(({ leaving }) => !leaving);

/** Adds the missing entries of open dialogs. */
function addEntries(): void {
  if (onArrival || undecided) return;
  const page = pageOf(current);
  for (let depth = depthOf(current.state) + 1; depth <= openDialogs().length; depth += 1)
    write('pushState', current.state, location.href, { depth, page });
}

/** Makes the number of entries equal to that of open dialogs. */
function settle(): void {
  if (onArrival || undecided) return;
  addEntries();
  const surplus = depthOf(current.state) - openDialogs().length;
  // A second traversal after one that is still running would leave the page.
  if (surplus <= 0 || overdueDepth !== null) return;
  const left = current;
  traverse(-surplus, () => carryOver(left));
}

/** In a later task: a dialog or a page that opens in the same task as another dialog closes takes over its entry. */
function settleSoon(): void {
  clearTimeout(settleTimer);
  settleTimer = setTimeout(settle);
}

/** The page of the dialogs is about to change. A dialog that stays open, because the page is not left, gets an entry again. */
function releaseDialogs(): void {
  dialogs.forEach(releaseDialog);
}

function releaseDialog(dialog: OpenDialog): void {
  dialog.leaving = true;
  setTimeout(() => restoreEntry(dialog), closingTimeout);
}

/** Called when a dialog opens. @returns the function to call when it has closed */
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

/** The index of an entry, from the first on; NaN for an entry that the router has not written. */
const indexOf = ({ state }: Position) => Number(state?.__TSR_index) + depthOf(state);

window.addEventListener('popstate', (event) => {
  if (onArrival) return arrive();
  const beyond = undecided ? indexOf(undecided) - indexOf(browserPosition()) : 0;
  if (beyond) return closeQuestion(beyond);
  const left = current;
  current = browserPosition();
  const isOverdue = overdueDepth === depthOf(current.state);
  overdueDepth = null;
  if (pageOf(left) === pageOf(current)) return isOverdue ? settleSoon() : moveWithinPage(left);
  releaseDialogs();
  const step = current;
  undecided = step;
  const decided = () => {
    if (undecided === step) undecided = null;
    settleSoon();
  };
  void Promise.all([...routerListeners].map((listen) => listen(event))).then(decided, decided);
});

/** Back while the router asks a question (unsaved changes) closes the question, like any dialog; the second step back is undone first. */
function closeQuestion(steps: number): void {
  const question = openDialogs().at(-1);
  traverse(steps, () => {
    if (undecided && indexOf(undecided) === indexOf(current)) question?.close();
  });
}

/** The user went back from a dialog, or forward to the entry of a closed one. */
function moveWithinPage(left: Position): void {
  const depth = depthOf(current.state);
  if (depth < depthOf(left.state)) carryOver(left);
  for (const dialog of openDialogs().slice(depth).reverse()) {
    if (dialog.close()) releaseDialog(dialog);
  }
  // At once, before the browser handles a second Back: a dialog that refused to close needs its entry again.
  addEntries();
  settleSoon();
}

/** After `closingTimeout`: a dialog that is still open gets an entry again. */
function restoreEntry(dialog: OpenDialog): void {
  dialog.leaving = false;
  if (dialogs.includes(dialog)) addEntries();
}

/** Goes back to the page's own entry and gives it the address that was set while dialogs were open, so that Back leads there later. */
function returnToPage(depth: number, then: () => void): void {
  const left = current;
  traverse(-depth, () => {
    carryOver(left);
    then();
  });
}

/** Writes of the router wait for a running traversal, which would otherwise count its steps from the new entry. */
function pushPage(state: State, _unused: string, href: string): void {
  if (onArrival) {
    onArrival.push(() => pushPage(state, _unused, href));
    return;
  }
  const depth = depthOf(current.state);
  releaseDialogs();
  if (depth === 0) write('pushState', state, href);
  else if (addressChanged) returnToPage(depth, () => write('pushState', state, href));
  else if (depth === 1) write('replaceState', state, href);
  else traverse(1 - depth, () => write('replaceState', state, href));
}

function replacePage(state: State, _unused: string, href: string = location.href): void {
  if (onArrival) {
    onArrival.push(() => replacePage(state, _unused, href));
    return;
  }
  addressChanged ||= depthOf(current.state) > 0 && new URL(href, location.href).href !== location.href;
  write('replaceState', state, href, current.state?.dialogs);
}

/** What the router uses as `window`: the part of it that the application needs, without the entries of dialogs. */
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

// A page that was reloaded while a dialog was open starts without the dialog: its entry is removed.
settleSoon();
