import type { AlmasContract } from '@almas/contract';
import { useState } from 'react';
import { messageOf } from './api-errors.ts';
import { refresh } from './queries.ts';
import { toast } from './toast-store.ts';

interface ActionOptions<Answer> {
  /** Title and message of the success toast; a function when they depend on the answer. */
  readonly success?:
    | readonly [title: string, message?: string]
    | ((answer: Answer) => readonly [string, string?]);
  /** SPEC §8: the fallback when the error says nothing itself. */
  readonly failure: string;
  /** Groups of the contract to read again, also after a failure: the state may have moved on. */
  readonly refreshes?: readonly (keyof AlmasContract)[];
  readonly onDone?: (answer: Answer) => void;
}

/**
 * Something a person does: calls, toasts, refreshes. `run` resolves whether or not it worked; a second run while the
 * first is under way does nothing.
 */
export function useAction<Input extends readonly unknown[], Answer>(
  action: (...input: Input) => Promise<Answer>,
  { success, failure, refreshes = [], onDone }: ActionOptions<Answer>,
): { readonly run: (...input: Input) => Promise<void>; readonly busy: boolean } {
  const [busy, setBusy] = useState(false);
  const run = async (...input: Input) => {
    if (busy) return;
    setBusy(true);
    try {
      const answer = await action(...input);
      const said = typeof success === 'function' ? success(answer) : success;
      if (said) toast.success(said[0], said[1]);
      onDone?.(answer);
    } catch (error) {
      toast.error(messageOf(error, failure));
    }
    setBusy(false);
    await refresh(...refreshes);
  };
  return { run, busy };
}
