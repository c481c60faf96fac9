import type { BankStatement } from '@almas/contract/bank';
import { formatDate } from '@almas/locale/formats';
import { bank } from '@almas/locale/screens/bank';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { api, apiPages, useAction } from '../../platform/network/index.ts';
import { ConfirmDialog } from '../../ui/ask-dialogs.tsx';
import { Stack } from '../../ui/card.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { When } from '../../ui/figures.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { LoadError } from '../../ui/states.tsx';
import { useLeavingFocus } from '../../ui/use-leaving-focus.ts';
import styles from './bank.module.css';

const words = bank.statements;

const daysOf = ({ firstDay, lastDay }: BankStatement) =>
  firstDay && lastDay ? words.days(formatDate(firstDay), formatDate(lastDay)) : words.noDays;

/** The imports of an account, each of which its owner takes back, such as one into the wrong account. Nothing while there is none. */
export function ImportedStatements({ accountId }: { readonly accountId: string }) {
  const list = useInfiniteQuery({
    ...apiPages('bank', 'statements', { params: { id: accountId }, query: {} }),
    staleTime: 0,
  });
  const place = useRef<HTMLUListElement>(null);
  if (list.error && !list.data)
    return <LoadError error={list.error} text={bank.failed} onRetry={() => void list.refetch()} />;
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <Stack gap={12}>
      <h3 className="strong">{words.title}</h3>
      <ul ref={place} tabIndex={-1} className="lines box" aria-label={words.title}>
        {items.map((statement) => (
          <Imported key={statement.id} statement={statement} list={place} />
        ))}
      </ul>
      <ShowMore list={list} />
    </Stack>
  );
}

interface ImportedProps {
  readonly statement: BankStatement;
  /** Takes the focus of a row that leaves. */
  readonly list: RefObject<HTMLElement | null>;
}

function Imported({ statement, list }: ImportedProps) {
  const { id, lines, matched, explained, importedByName, importedAt } = statement;
  const days = daysOf(statement);
  const [asks, setAsks] = useState(false);
  const row = useLeavingFocus(list);
  const close = () => setAsks(false);
  const { run, busy } = useAction(() => api.bank.removeStatement({ params: { id } }), {
    success: [words.removed],
    failure: words.removeFailed,
    refreshes: ['bank', 'auditTrail'],
    onDone: close,
  });
  return (
    <li ref={row} tabIndex={-1} className={`row wrap spread ${styles.item}`}>
      <div className={styles.words}>
        <p>{days}</p>
        <p className="dim anywhere">
          <Dotted parts={[words.lines(lines, matched), importedByName, <When key="at" at={importedAt} />]} />
        </p>
      </div>
      <DecidingButton variant="quiet" aria-label={words.removeName(days)} onClick={() => setAsks(true)}>
        {words.remove}
      </DecidingButton>
      {asks && (
        <ConfirmDialog
          danger
          title={words.question}
          confirmLabel={words.remove}
          busy={busy}
          onConfirm={() => void run()}
          onClose={close}
        >
          <Stack gap={8}>
            <p>{days}</p>
            <p>{words.consequence(lines, matched, explained)}</p>
            <p className="dim">{words.repeated}</p>
          </Stack>
        </ConfirmDialog>
      )}
    </li>
  );
}
