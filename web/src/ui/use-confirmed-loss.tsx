import type { AlmasContract } from '@almas/contract';
import { prices as words } from '@almas/locale/screens/prices';
import { type ReactNode, useState } from 'react';
import { ApiError, useAction } from '../platform/network/index.ts';
import { ConfirmDialog } from './ask-dialogs.tsx';

interface LossOptions<Result> {
  readonly success: (result: Result) => string;
  readonly failure: string;
  readonly refreshes?: readonly (keyof AlmasContract)[];
  readonly onDone?: (result: Result) => void;
  readonly onFailed?: (error: unknown) => void;
}

interface Loss<Input> {
  readonly input: Input;
  /** Which prices are below which cost. */
  readonly message: string;
}

/** A call that changes prices: one below the known cost is sent again once the administrator has confirmed that it is meant. */
export function useConfirmedLoss<Input, Result>(
  send: (input: Input, confirmed: { readonly confirmBelowCost?: true }) => Promise<Result>,
  { success, failure, refreshes = [], onDone, onFailed }: LossOptions<Result>,
): { readonly run: (input: Input) => Promise<void>; readonly busy: boolean; readonly question: ReactNode } {
  const [loss, setLoss] = useState<Loss<Input> | null>(null);
  const { run, busy } = useAction(
    async (input: Input, isConfirmed: boolean) => {
      try {
        return { done: await send(input, isConfirmed ? { confirmBelowCost: true } : {}) };
      } catch (error) {
        if (error instanceof ApiError && error.code === 'PRICE_BELOW_COST')
          return { loss: { input, message: error.message } };
        throw error;
      }
    },
    {
      success: (result) => ('done' in result ? [success(result.done)] : undefined),
      failure,
      refreshes: ['prices', 'products', 'auditTrail', ...refreshes],
      onDone: (result) => {
        setLoss('done' in result ? null : result.loss);
        if ('done' in result) onDone?.(result.done);
      },
      onFailed: (error) => {
        setLoss(null);
        onFailed?.(error);
      },
    },
  );
  return {
    busy,
    run: (input) => run(input, false),
    question: loss && (
      <ConfirmDialog
        danger
        title={words.loss.title}
        confirmLabel={words.loss.confirm}
        busy={busy}
        onClose={() => setLoss(null)}
        onConfirm={() => void run(loss.input, true)}
      >
        <p>{loss.message}</p>
        <p>{words.loss.note}</p>
      </ConfirmDialog>
    ),
  };
}
