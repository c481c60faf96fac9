import type { AlmasContract } from '@almas/contract';
import { raiseAlert } from '../../lib/alerts.ts';
import { showToast, type ToastFunctions } from '../../lib/toast-store.ts';
import { useToasts } from '../../lib/use-toasts.ts';
import { ApiError, messageOf, OfflineError } from './api-errors.ts';
import { refresh } from './queries.ts';
import { useCall } from './use-call.ts';

export interface ActionOptions<Result> {
  /**
   * Title and message of the success toast. A function of the response when they differ from case to case: what the screen shows
   * may have changed before the response arrives. undefined: nothing to say.
   */
  readonly success?:
    | readonly [title: string, message?: string]
    | ((result: Result) => readonly [string, string?] | undefined);
  /** The message of an error that has none. */
  readonly failure: string;
  /** The message when the call was sent and no response came: what it did shows when the screen is refreshed. */
  readonly lost?: string;
  /** A failure also raises an alert with this title. */
  readonly alert?: string;
  /** Groups of the contract to refetch, also after a failure: the state may have changed. */
  readonly refreshes?: readonly (keyof AlmasContract)[];
  readonly onDone?: (result: Result) => void;
  readonly onFailed?: (error: unknown) => void;
}

/**
 * An action of the user: the call (`useCall`), its toast, and the queries to refresh. `fieldMessage` shows what the form finds wrong
 * before it is sent, instead of the previous toast.
 */
export function useAction<Input extends readonly unknown[], Result>(
  action: (...input: Input) => Promise<Result>,
  { success, failure, lost, alert, refreshes = [], onDone, onFailed }: ActionOptions<Result>,
): {
  readonly run: (...input: Input) => Promise<void>;
  readonly busy: boolean;
  readonly fieldMessage: ToastFunctions;
} {
  const { source, say, fieldMessage } = useToasts();
  const { run, busy } = useCall(action, {
    onDone: (result) => {
      const said = typeof success === 'function' ? success(result) : success;
      if (said) say.success(...said);
      onDone?.(result);
    },
    onFailed: (error) => {
      const isUnknown = error instanceof OfflineError && error.reason !== 'offline';
      const message = (isUnknown && lost) || messageOf(error, failure);
      const survivesNavigation = error instanceof ApiError && error.status === 401;
      showToast({ kind: 'error', title: message, source, survivesNavigation });
      if (alert !== undefined) raiseAlert({ type: 'error', priority: 'high', source, title: alert, message });
      onFailed?.(error);
    },
  });
  return {
    busy,
    fieldMessage,
    run: async (...input) => {
      if (await run(...input)) await refresh(...refreshes);
    },
  };
}
