import type { ErrorCode } from '@almas/contract/errors';
import { staleForm } from '@almas/locale/screens/stale-form';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { ApiError } from '../platform/network/index.ts';
import { DescriptionList } from './description-list.tsx';
import { Notice } from './notice.tsx';
import { refusePresses, resultMilliseconds } from './slips.ts';
import styles from './stale-form.module.css';
import { differs } from './use-form.ts';

/*
 * A form that says what it was opened on: the server refuses it when a colleague has saved meanwhile. The form then takes over what is
 * stored now, but for what was typed, and shows it; the next press overwrites nothing that is not on the screen.
 */

/** Sends such a form. When it is refused with `code`, `takeOver` runs before the refusal is shown. */
export async function sendOrTakeOver<Answer>(
  code: ErrorCode,
  send: () => Promise<Answer>,
  takeOver: () => Promise<void>,
): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ApiError && error.code === code) await takeOver();
    throw error;
  }
}

/** The values of a form that was opened on `opened`: those that were typed, and what is stored now for the others. */
export const keepTyped = <Values extends object>(typed: Values, opened: Values, stored: Values): Values =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => {
      const key = name as keyof Values;
      return [name, differs(value, opened[key]) ? value : stored[key]];
    }),
  ) as Values;

interface StoredMeanwhileProps {
  /** What was read: another one takes the focus again. */
  readonly reading: unknown;
  /** What differs from what the form was opened on, as it is stored now. */
  readonly items: ComponentProps<typeof DescriptionList>['items'];
}

/** What a colleague has saved since the form was opened. It takes the focus: the button that was pressed may be far below. */
export function StoredMeanwhile({ reading, items }: StoredMeanwhileProps) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: by each reading
  useLayoutEffect(() => {
    place.current?.focus();
    // The second press of a double press would save over what has only now appeared.
    const dialog = place.current?.closest('dialog');
    return dialog ? refusePresses(dialog, resultMilliseconds) : undefined;
  }, [reading]);
  return (
    <div ref={place} tabIndex={-1} className={styles.stored}>
      <Notice title={staleForm.title} text={staleForm.text}>
        <DescriptionList items={items} />
      </Notice>
    </div>
  );
}
