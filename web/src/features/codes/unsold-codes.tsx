import type { UnsoldCode } from '@almas/contract/code-batches';
import { limits } from '@almas/contract/limits';
import { errors } from '@almas/locale/errors';
import { comma } from '@almas/locale/formats';
import { codeBatches as words } from '@almas/locale/screens/code-batches';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiPages, useAction } from '../../platform/network/index.ts';
import { PromptDialog } from '../../ui/ask-dialogs.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { batchRefreshes } from './batch-list.tsx';
import styles from './unsold-codes.module.css';

/** With its number: nothing shows of a short code. */
const shownCode = ({ id, masked }: UnsoldCode): string =>
  `${masked ?? words.unreadable}${comma}${words.number(id)}`;

/** The unsold codes of an offer or a batch, masked; each can be withdrawn. */
export function UnsoldCodes({
  query,
}: {
  readonly query: { readonly offerId?: string; readonly batchId?: string };
}) {
  const list = useInfiniteQuery({ ...apiPages('codeBatches', 'unsold', { query }), staleTime: 0, gcTime: 0 });
  const [chosen, setChosen] = useState<UnsoldCode | null>(null);
  const columns: readonly Column<UnsoldCode>[] = [
    {
      head: words.code,
      cell: (code) => <span className={styles.masked}>{shownCode(code)}</span>,
      main: true,
    },
    { head: words.serial, cell: ({ maskedSerial }) => maskedSerial ?? '–' },
    { head: words.importedAt, cell: ({ createdAt }) => <When at={createdAt} />, tight: true },
    {
      head: words.action,
      cell: (code) => (
        <Button
          variant="secondary"
          aria-label={words.withdrawName(shownCode(code))}
          onClick={() => setChosen(code)}
        >
          {words.withdraw}
        </Button>
      ),
      tight: true,
    },
  ];
  return (
    <>
      <PagedList list={list} empty={{ title: words.unsoldEmpty }} failed={words.failed}>
        {(items) => (
          <DataTable caption={words.unsold} columns={columns} rows={items} rowKey={({ id }) => id} dense />
        )}
      </PagedList>
      {chosen && <WithdrawDialog code={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function WithdrawDialog({ code, onClose }: { readonly code: UnsoldCode; readonly onClose: () => void }) {
  const { run, busy, fieldMessage } = useAction(
    (reason: string) => api.codeBatches.withdrawCode({ params: { id: code.id }, body: { reason } }),
    {
      success: [words.withdrawn],
      failure: words.withdrawFailed,
      refreshes: batchRefreshes,
      onDone: onClose,
    },
  );
  return (
    <PromptDialog
      draft={`withdraw-code-${code.id}`}
      title={words.withdrawTitle(shownCode(code))}
      label={words.reason}
      confirmLabel={words.withdraw}
      maxLength={limits.withdrawReasonLength}
      danger
      busy={busy}
      onClose={onClose}
      onSubmit={(reason) =>
        reason === '' ? fieldMessage.error(errors.WITHDRAW_REASON_REQUIRED) : void run(reason)
      }
    />
  );
}
