import type { AlmasContract } from '@almas/contract';
import { useId } from 'react';
import { raiseAlert } from './alerts.ts';
import { ApiError, messageOf } from './api-errors.ts';
import { refresh } from './queries.ts';
import { showToast, toastsOf } from './toast-store.ts';
import { useCall } from './use-call.ts';

interface ActionOptions<Answer> {
  /** Title and message of the success toast; a function when they depend on the answer. */
  readonly success?:
    | readonly [title: string, message?: string]
    | ((answer: Answer) => readonly [string, string?]);
  /** The fallback when the error says nothing itself. */
  readonly failure: string;
  /** A failure raises an alert too, under this title. */
  readonly alert?: string;
  /** Groups of the contract to read again, also after a failure: the state may have moved on. */
  readonly refreshes?: readonly (keyof AlmasContract)[];
  readonly onDone?: (answer: Answer) => void;
}

/**
 * Something a person does: calls (`useCall`), toasts, refreshes. `say`: what its form finds wrong before it is sent, in
 * place of what was said before.
 */
export function useAction<Input extends readonly unknown[], Answer>(
  action: (...input: Input) => Promise<Answer>,
  { success, failure, alert, refreshes = [], onDone }: ActionOptions<Answer>,
): {
  readonly run: (...input: Input) => Promise<void>;
  readonly busy: boolean;
  readonly say: ReturnType<typeof toastsOf>;
} {
  // What is said of an action replaces what was said of it before.
  const source = useId();
  const { run, busy } = useCall(action, {
    onDone: (answer) => {
      const said = typeof success === 'function' ? success(answer) : success;
      if (said) showToast({ kind: 'success', title: said[0], message: said[1], source });
      onDone?.(answer);
    },
    onFailed: (error) => {
      const message = messageOf(error, failure);
      const survivesNavigation = error instanceof ApiError && error.status === 401;
      showToast({ kind: 'error', title: message, source, survivesNavigation });
      if (alert !== undefined) raiseAlert({ type: 'error', priority: 'high', title: alert, message });
    },
  });
  return {
    busy,
    say: toastsOf(source),
    run: async (...input) => {
      if (await run(...input)) await refresh(...refreshes);
    },
  };
}
