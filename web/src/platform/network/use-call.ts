import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';

interface CallOptions<Input extends readonly unknown[], Result> {
  /** The returned promise is awaited: the button stays busy until then. */
  readonly onDone?: (result: Result, input: Input) => unknown;
  readonly onFailed?: (error: unknown, input: Input) => unknown;
}

export interface Call<Input extends readonly unknown[]> {
  /** Never rejects. Resolves with false when an earlier run was under way, and nothing was done. */
  readonly run: (...input: Input) => Promise<boolean>;
  readonly busy: boolean;
  /** The last run succeeded. */
  readonly done: boolean;
  /** The input of the current or the last run. */
  readonly input: Input | undefined;
}

/** A call that the user starts, one at a time. A press of a screen sends in this way only. */
export function useCall<Input extends readonly unknown[], Result>(
  call: (...input: Input) => Promise<Result>,
  { onDone, onFailed }: CallOptions<Input, Result> = {},
): Call<Input> {
  const client = useQueryClient();
  const mutationKey = [useId()];
  // `isPending` follows in a later task: a second key may be pressed before it.
  const [running, setRunning] = useState(false);
  const { mutateAsync, isPending, isSuccess, variables } = useMutation({
    mutationKey,
    mutationFn: (input: Input) => call(...input),
    // Runs without a network too: an error with a sentence is better than waiting.
    networkMode: 'always',
    onSuccess: (result, input) => onDone?.(result, input),
    onError: (error, input) => onFailed?.(error, input),
  });
  const run = async (...input: Input) => {
    // Read now, not at the last render: two presses may come before the next one.
    if (client.isMutating({ mutationKey }) > 0) return false;
    setRunning(true);
    // `onFailed` has shown the error.
    await mutateAsync(input).catch(() => undefined);
    setRunning(false);
    return true;
  };
  return { run, busy: running || isPending, done: isSuccess, input: variables };
}
