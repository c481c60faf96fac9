/*
 * Forms that hold something unsaved. Leaving one asks first (ui/unsaved-question.tsx); a reload by the application
 * itself and the end of the session keep their contents for the form of the same name, in this tab alone and for the same user.
 */

export interface UnsavedForm {
  /** The dialog that the form is in; null: the page itself. */
  readonly dialog: object | null;
  /** Leaving it asks first. */
  readonly asks: boolean;
  /** Under which name a reload keeps its contents; null: they may not be kept, so nothing reloads the page. */
  readonly draft: string | null;
  readonly read: () => unknown;
}

interface Drafts {
  /** The user's id, '' without a session. */
  readonly owner: string;
  readonly keptAt: number;
  readonly values: Record<string, unknown>;
}

const storageKey = 'almas.drafts';
/** Longer than any reload takes. */
const lifetime = 10 * 60_000;

const forms = new Set<UnsavedForm>();
const listeners = new Set<() => void>();
let owner = '';
let kept = takeDrafts();

function announce() {
  for (const listener of listeners) listener();
}

/** @returns the function that says that the form is saved or left. */
export function addUnsavedForm(form: UnsavedForm): () => void {
  forms.add(form);
  announce();
  return () => {
    forms.delete(form);
    announce();
  };
}

export function subscribeUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const hasUnsavedForm = (): boolean => forms.size > 0;
/** Does leaving the page, or this dialog, ask first? */
export const asksBeforeLeaving = (dialog?: object): boolean =>
  [...forms].some((form) => form.asks && (dialog === undefined || form.dialog === dialog));

/** What may be kept of what is being typed now. */
function currentDrafts(): Drafts {
  const values: Record<string, unknown> = {};
  for (const { draft, read } of forms) if (draft !== null) values[draft] = read();
  return { owner, keptAt: Date.now(), values };
}

/** Keeps what is being typed for a reload. False: something may not be kept, and the page must not be reloaded. */
export function keepDrafts(): boolean {
  if ([...forms].some(({ draft }) => draft === null)) return false;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(currentDrafts()));
    return true;
  } catch {
    return forms.size === 0;
  }
}

function takeDrafts(): Drafts | null {
  try {
    const text = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    const drafts = JSON.parse(text ?? 'null') as Drafts | null;
    return drafts && Date.now() - drafts.keptAt < lifetime ? drafts : null;
  } catch {
    return null;
  }
}

/** What the form of this name held before the reload, or before the session ended. */
export const keptDraft = <Value>(name: string): Value | null =>
  (kept?.values[name] as Value | undefined) ?? null;

/** The form has taken it. */
export function forgetDraft(name: string): void {
  if (kept) kept.values[name] = undefined;
}

/**
 * Drafts are their user's: another one finds nothing. When the session ends the forms go with their screens: what may be kept
 * of them waits here for the same user.
 */
export function setDraftOwner(id: string): void {
  if (!id && owner) kept = currentDrafts();
  if (id && kept?.owner !== id) kept = null;
  owner = id;
}
