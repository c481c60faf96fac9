import { figureText } from '@almas/locale/audit-figures';
import { auditTrail as words } from '@almas/locale/screens/audit-trail';

type Figures = Readonly<Record<string, unknown>> | null;

export interface Change {
  readonly label: string;
  /** Absent when the action records only the new value. */
  readonly before?: string;
  /** Absent when the action records only the old value. */
  readonly after?: string;
}

/** The changes of an action as labelled values; values without a label are left out. */
export function changesOf(before: Figures, after: Figures): Change[] {
  return Object.entries(words.figures).flatMap(([name, label]) => {
    const then = figureText(name, before?.[name]);
    const isPresent = after !== null && Object.hasOwn(after, name);
    const now = figureText(name, after?.[name]) ?? (isPresent && then !== null ? words.blank : null);
    if (now === then) return [];
    return [{ label, ...(then !== null && { before: then }), ...(now !== null && { after: now }) }];
  });
}
