/*
 * Forms with unsaved changes. Leaving one shows a question (ui/unsaved-question.tsx). A reload by the application and the end of the
 * session store their contents for the form of the same name, in this tab and for the same user.
 */
import { createListeners } from '../../lib/listeners.ts';

export interface UnsavedForm {
  /** The dialog that the form is in; null: the page itself. */
  readonly dialog: object | null;
  /** Whether leaving it shows the question. */
  readonly asks: boolean;
  /** The name under which the end of the session and a reload store its contents; null: they must not be stored at all. */
  readonly draft: string | null;
  /** Whether the draft holds everything that was typed: otherwise nothing reloads the page by itself. */
  readonly isWhole: boolean;
  readonly read: () => unknown;
}

interface Drafts {
  /** The user's id, '' without a session. */
  readonly owner: string;
  readonly keptAt: number;
  readonly values: Record<string, unknown>;
}

const storageKey = 'almas.drafts';
/** How long drafts are kept, in milliseconds: longer than any reload. */
const lifetime = 10 * 60_000;

const forms = new Set<UnsavedForm>();
let owner = '';
let kept = takeDrafts();

const { subscribe, notify: announce } = createListeners();
export const subscribeUnsaved = subscribe;

/** @returns a function to be called when the form is saved or left */
export function addUnsavedForm(form: UnsavedForm): () => void {
  forms.add(form);
  announce();
  return () => {
    forms.delete(form);
    announce();
  };
}

export const hasUnsavedForm = (): boolean => forms.size > 0;
/** Whether leaving the page, or this dialog, shows the question. */
export const confirmsLeaving = (dialog?: object): boolean =>
  [...forms].some((form) => form.asks && (dialog === undefined || form.dialog === dialog));

/** Whether closing the dialog of an address shows the question: a form of the page behind it stays. */
export const confirmsClosing = (): boolean => [...forms].some(({ asks, dialog }) => asks && dialog !== null);

/** The contents of the forms that may be stored, and the drafts that no form has restored yet. */
function currentDrafts(): Drafts {
  const values: Record<string, unknown> = { ...kept?.values };
  for (const { draft, read } of forms) if (draft !== null) values[draft] = read();
  return { owner: owner || (kept?.owner ?? ''), keptAt: Date.now(), values };
}

/** Stores the drafts for a reload. @returns false when a form must not be stored, so that the page must not be reloaded */
export function keepDrafts(): boolean {
  if ([...forms].some(({ draft, isWhole }) => draft === null || !isWhole)) return false;
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

/** The draft of this form from before the reload or the end of the session. */
export const keptDraft = <Value>(name: string): Value | null =>
  (kept?.values[name] as Value | undefined) ?? null;

/** Whether the end of the session has left something for this user to go on with. */
export const hasKeptDrafts = (): boolean =>
  Object.values(kept?.values ?? {}).some((value) => value !== undefined);

/** Deletes a draft that its form has restored. */
export function deleteDraft(name: string): void {
  if (kept) kept.values[name] = undefined;
}

/** Sets the owner of the drafts: another user finds none. When the session ends, drafts are kept for the same user. */
export function setDraftOwner(id: string): void {
  if (!id && owner) kept = currentDrafts();
  if (id && kept?.owner !== id) kept = null;
  owner = id;
}
