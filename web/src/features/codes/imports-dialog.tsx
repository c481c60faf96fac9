import type { CodeImport, UnsoldCode } from '@almas/contract/code-imports';
import { limits } from '@almas/contract/limits';
import { errors } from '@almas/locale/errors';
import { codeImports as words } from '@almas/locale/screens/code-imports';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { api } from '../../lib/api.ts';
import { apiPages } from '../../lib/queries.ts';
import { useAction } from '../../lib/use-action.ts';
import { PromptDialog } from '../../ui/ask-dialogs.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import styles from './imports-dialog.module.css';

const refreshes = ['codeImports', 'codes', 'products', 'statistics', 'auditTrail'] as const;

interface ImportsDialogProps {
  readonly offerId: string;
  readonly offerName: string;
  readonly onClose: () => void;
}

/** What the dialog shows: the imports of the offer, or unsold codes, of one import or of all. */
type Shown = { readonly codes: false } | { readonly codes: true; readonly of: CodeImport | null };

/** The imports of an offer: each can be taken back, and its unsold codes looked through and withdrawn one by one. */
export default function ImportsDialog({ offerId, offerName, onClose }: ImportsDialogProps) {
  const [shown, setShown] = useState<Shown>({ codes: false });
  const title = shown.codes
    ? words.unsoldOf(shown.of ? nameOf(shown.of) : offerName)
    : words.title(offerName);
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      {shown.codes ? (
        <Stack>
          <div>
            <Button look="secondary" onClick={() => setShown({ codes: false })}>
              {words.back}
            </Button>
          </div>
          <UnsoldCodes query={shown.of ? { importId: shown.of.id } : { offerId }} />
        </Stack>
      ) : (
        <Imports offerId={offerId} onCodes={(of) => setShown({ codes: true, of })} />
      )}
    </Dialog>
  );
}

const nameOf = ({ source }: CodeImport): string => source || words.pasted;

interface ImportsProps {
  readonly offerId: string;
  readonly onCodes: (of: CodeImport | null) => void;
}

function Imports({ offerId, onCodes }: ImportsProps) {
  const list = useInfiniteQuery({ ...apiPages('codeImports', 'list', { query: { offerId } }), staleTime: 0 });
  const [undone, setUndone] = useState<CodeImport | null>(null);
  return (
    <Stack>
      <div>
        <Button look="secondary" onClick={() => onCodes(null)}>
          {words.all}
        </Button>
      </div>
      <PagedList list={list} empty={{ title: words.empty, text: words.emptyText }} failed={words.failed}>
        {(items) => (
          <ul className={styles.list}>
            {items.map((item) => (
              <ImportItem key={item.id} item={item} onCodes={onCodes} onUndo={setUndone} />
            ))}
          </ul>
        )}
      </PagedList>
      {undone && <UndoDialog item={undone} onClose={() => setUndone(null)} />}
    </Stack>
  );
}

interface ImportItemProps {
  readonly item: CodeImport;
  readonly onCodes: (of: CodeImport) => void;
  readonly onUndo: (item: CodeImport) => void;
}

function ImportItem({ item, onCodes, onUndo }: ImportItemProps) {
  const id = `import-${item.id}`;
  return (
    <li className={styles.item} data-testid="import">
      <div className={styles.words}>
        <h3 id={id} className={styles.source}>
          {nameOf(item)}
        </h3>
        <p className={styles.quiet}>
          <When at={item.createdAt} form="absolute" /> {words.by(item.authorName)}
        </p>
        <p>{words.counts(item)}</p>
        {item.withdrawal && (
          <p className={styles.quiet}>{words.withdrawal(item.withdrawal.byName, item.withdrawal.reason)}</p>
        )}
      </div>
      {item.left > 0 && (
        <div className={styles.actions}>
          <Button look="secondary" aria-describedby={id} onClick={() => onCodes(item)}>
            {words.unsold}
          </Button>
          <Button look="secondary" aria-describedby={id} onClick={() => onUndo(item)}>
            {words.undo}
          </Button>
        </div>
      )}
    </li>
  );
}

function UndoDialog({ item, onClose }: { readonly item: CodeImport; readonly onClose: () => void }) {
  const call = useAction(
    (reason: string) => api.codeImports.withdraw({ params: { id: item.id }, body: { reason } }),
    {
      success: ({ withdrawn }) => [words.undone(withdrawn)],
      failure: words.undoFailed,
      refreshes,
      onDone: onClose,
    },
  );
  return (
    <ReasonDialog
      call={call}
      draft={`undo-import-${item.id}`}
      onClose={onClose}
      title={words.undoTitle(item.left)}
      hint={words.undoHint(nameOf(item))}
      confirmLabel={words.undoConfirm(item.left)}
    />
  );
}

interface ReasonDialogProps
  extends Pick<ComponentProps<typeof PromptDialog>, 'draft' | 'title' | 'hint' | 'confirmLabel' | 'onClose'> {
  readonly call: Pick<ReturnType<typeof useAction<[reason: string], unknown>>, 'run' | 'busy' | 'remark'>;
}

/** Asks why codes leave the sale, then withdraws them. */
const ReasonDialog = ({ call: { run, busy, remark }, ...prompt }: ReasonDialogProps) => (
  <PromptDialog
    {...prompt}
    label={words.reason}
    maxLength={limits.withdrawReasonLength}
    danger
    busy={busy}
    onSubmit={(reason) => (reason === '' ? remark.error(errors.WITHDRAW_REASON_REQUIRED) : void run(reason))}
  />
);

const shownCode = ({ masked }: UnsoldCode): string => masked ?? words.unreadable;

function UnsoldCodes({
  query,
}: {
  readonly query: { readonly offerId?: string; readonly importId?: string };
}) {
  const list = useInfiniteQuery({ ...apiPages('codeImports', 'unsold', { query }), staleTime: 0, gcTime: 0 });
  const [chosen, setChosen] = useState<UnsoldCode | null>(null);
  const columns: readonly Column<UnsoldCode>[] = [
    {
      key: 'code',
      head: words.code,
      cell: (code) => <span className={styles.masked}>{shownCode(code)}</span>,
      main: true,
    },
    { key: 'serial', head: words.serial, cell: ({ maskedSerial }) => maskedSerial ?? '–' },
    {
      key: 'imported',
      head: words.importedAt,
      cell: ({ createdAt }) => <When at={createdAt} />,
      tight: true,
    },
    {
      key: 'action',
      head: words.action,
      cell: (code) => (
        <Button
          look="secondary"
          aria-label={words.withdrawName(`${shownCode(code)}, ${words.number(code.id)}`)}
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
  const call = useAction(
    (reason: string) => api.codeImports.withdrawCode({ params: { id: code.id }, body: { reason } }),
    { success: [words.withdrawn], failure: words.withdrawFailed, refreshes, onDone: onClose },
  );
  return (
    <ReasonDialog
      call={call}
      draft={`withdraw-code-${code.id}`}
      onClose={onClose}
      title={words.withdrawTitle(shownCode(code))}
      confirmLabel={words.withdraw}
    />
  );
}
