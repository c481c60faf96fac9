import type { BankLine, BankLineState } from '@almas/contract/bank';
import { bankFieldLimits } from '@almas/contract/bank-fields';
import { errors } from '@almas/locale/errors';
import { formatDate } from '@almas/locale/formats';
import { bank } from '@almas/locale/screens/bank';
import { lists } from '@almas/locale/screens/lists';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { isReversed } from '../../lib/day-range.ts';
import { api, apiPages, useAction } from '../../platform/network/index.ts';
import { PromptDialog } from '../../ui/ask-dialogs.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Money } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { type DayPeriod, Period } from '../../ui/period.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useMovedDecisions } from '../../ui/slips.ts';
import { useLeavingFocus } from '../../ui/use-leaving-focus.ts';
import { ExportButton } from '../exports/export-button.tsx';
import styles from './bank.module.css';
import { RequestLine } from './request-line.tsx';

const words = bank.lines;
type Shown = BankLineState | 'all';
const states: readonly Shown[] = ['all', 'proposed', 'orphan', 'matched', 'explained'];

interface BankLinesProps {
  readonly state: Shown;
  readonly onState: (state: Shown) => void;
  readonly period: DayPeriod;
  readonly onPeriod: (period: DayPeriod) => void;
  readonly onRequest: (id: string) => void;
}

/** Lines of the statements, each with its request or those that it may pay. */
export function BankLines({ state, onState, period, onPeriod, onRequest }: BankLinesProps) {
  const { from, to } = period;
  const filters = { state, ...(from && { from }), ...(to && { to }) };
  const list = useInfiniteQuery({ ...apiPages('bank', 'lines', { query: filters }), staleTime: 0 });
  const wrong = isReversed(period);
  const place = useRef<HTMLUListElement>(null);
  const ids = list.data?.pages.flatMap(({ items }) => items.map(({ id }) => id));
  useMovedDecisions(place, ids?.join(' '));
  return (
    <Stack>
      <Segmented
        label={words.label}
        value={state}
        options={states.map((value) => ({ value, label: words.states[value] }))}
        onChange={onState}
      />
      <Period value={period} onChange={(change) => onPeriod({ ...period, ...change })} />
      <div>
        <ExportButton list="bankLines" filters={filters} />
      </div>
      <PagedList
        list={list}
        empty={{ title: words.empty, text: wrong ? lists.datesReversed : words.emptyText }}
        filtered={!wrong && (state !== 'all' || from !== '' || to !== '')}
        failed={bank.failed}
      >
        {(items) => (
          <ul ref={place} tabIndex={-1} className="column gap-12" aria-label={words.label}>
            {items.map((line) => (
              <Line key={line.id} line={line} list={place} onRequest={onRequest} />
            ))}
          </ul>
        )}
      </PagedList>
    </Stack>
  );
}

interface LineProps {
  readonly line: BankLine;
  /** Takes the focus of a row that leaves. */
  readonly list: RefObject<HTMLElement | null>;
  readonly onRequest: (id: string) => void;
}

function Line({ line, list, onRequest }: LineProps) {
  const { id, day, amount, reference, accountName, state, request, matchedByName, proposals } = line;
  const { explanation, explainedByName, explainedAt } = line;
  const row = useLeavingFocus(list);
  const options = {
    failure: words.changeFailed,
    refreshes: ['bank', 'auditTrail'],
    // The button leaves with what it has changed.
    onDone: () => row.current?.focus({ preventScroll: true }),
  } as const;
  const match = useAction((requestId: string) => api.bank.match({ params: { id }, body: { requestId } }), {
    ...options,
    success: [words.matched],
  });
  const unmatch = useAction(
    (requestId: string) => api.bank.unmatch({ params: { id }, query: { requestId } }),
    {
      ...options,
      success: [words.unmatched],
    },
  );
  const [asks, setAsks] = useState(false);
  const explain = useAction((reason: string) => api.bank.explain({ params: { id }, body: { reason } }), {
    ...options,
    success: [words.explained],
    onDone: () => {
      setAsks(false);
      options.onDone();
    },
  });
  const unexplain = useAction(
    (at: string | null) => api.bank.unexplain({ params: { id }, query: { ...(at && { explainedAt: at }) } }),
    { ...options, success: [words.unexplained] },
  );
  const busy = match.busy || unmatch.busy || explain.busy || unexplain.busy;
  return (
    <li ref={row} tabIndex={-1} className={`row wrap spread box ${styles.item}`} data-testid="bank-line">
      <div className={styles.words}>
        <p className="strong">
          <Money amount={amount} sign="+" />
        </p>
        <p className="dim anywhere">
          <Dotted parts={[formatDate(day), accountName, reference || words.noReference]} />
        </p>
      </div>
      {request && (
        <div className={`row wrap spread ${styles.request}`}>
          <RequestLine request={request} onRequest={onRequest} />
          <p className="dim anywhere">{matchedByName === null ? words.automatic : words.by(matchedByName)}</p>
          <DecidingButton
            variant="quiet"
            subject={request.id}
            busy={busy}
            onClick={() => void unmatch.run(request.id)}
          >
            {words.unmatch}
          </DecidingButton>
        </div>
      )}
      {state === 'orphan' && <p className="dim anywhere">{words.orphan}</p>}
      {proposals.map((proposal) => (
        <div key={proposal.id} className={`row wrap spread ${styles.request}`}>
          <RequestLine request={proposal} onRequest={onRequest} />
          <DecidingButton
            variant="secondary"
            busy={busy}
            aria-label={words.matchName(proposal.id)}
            onClick={() => void match.run(proposal.id)}
          >
            {words.match}
          </DecidingButton>
        </div>
      ))}
      {explanation && (
        <div className={`row wrap spread ${styles.request}`}>
          <p className={`anywhere ${styles.words}`} dir="auto">
            {explanation}
          </p>
          <p className="dim anywhere">{explainedByName && words.explainedBy(explainedByName)}</p>
          <DecidingButton
            variant="quiet"
            subject={explainedAt ?? ''}
            busy={busy}
            onClick={() => void unexplain.run(explainedAt)}
          >
            {words.unmatch}
          </DecidingButton>
        </div>
      )}
      {(state === 'orphan' || state === 'proposed') && (
        <Button
          variant="quiet"
          busy={busy}
          aria-label={words.explainName(amount, formatDate(day))}
          onClick={() => setAsks(true)}
        >
          {words.explain}
        </Button>
      )}
      {asks && (
        <PromptDialog
          draft={`explain-line-${id}`}
          title={words.explainTitle}
          label={words.explainReason}
          hint={words.explainHint}
          maxLength={bankFieldLimits.explanationLength}
          confirmLabel={words.explain}
          busy={explain.busy}
          onClose={() => setAsks(false)}
          onSubmit={(reason) =>
            reason === ''
              ? explain.fieldMessage.error(errors.BANK_EXPLANATION_REQUIRED)
              : void explain.run(reason)
          }
        />
      )}
    </li>
  );
}
