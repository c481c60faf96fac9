import { formatAmount } from '@almas/locale/formats';
import { amounts } from '@almas/locale/screens/amounts';
import { common } from '@almas/locale/screens/common';
import { freeFire } from '@almas/locale/screens/free-fire';
import { useRef } from 'react';
import { useMe } from '../../platform/session/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { Money } from '../../ui/figures.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useMovedDecisions } from '../../ui/slips.ts';
import { useQuestion } from '../../ui/use-question.ts';
import { RequestsOpener } from '../recharge-requests/requests-opener.tsx';
import { formatPlayerId } from './player-groups.ts';
import { PlayerName } from './player-name.tsx';
import styles from './request-summary.module.css';

const words = freeFire.form;

interface RequestSummaryProps {
  /** DA. */
  readonly balance: number;
  /** DA; undefined until an offer is chosen. */
  readonly price: number | undefined;
  readonly busy: boolean;
  /** As typed. */
  readonly playerId: string;
  /** The reseller's name for the player; empty: not known. */
  readonly label: string;
  /** Whether the player's name can be looked up. */
  readonly looksUp: boolean;
  /** Time and offer of the same request within 24 hours. */
  readonly repeat: { readonly createdAt: string; readonly offerName: string } | null;
  /** Set while the repeated request waits for one more press. */
  readonly question: { readonly sendAnyway: () => void; readonly change: () => void } | null;
}

/** Rounds to two decimals, so that 0.3 - 0.1 is 0.2. */
const left = (balance: number, price: number) => Math.round((balance - price) * 100) / 100;

/** A preview of the balance after the request. The server decides whether the balance is sufficient. */
export function RequestSummary({
  balance,
  price,
  busy,
  playerId,
  label,
  looksUp,
  repeat,
  question,
}: RequestSummaryProps) {
  const after = price === undefined ? undefined : left(balance, price);
  const short = after !== undefined && after < 0;
  const isEmpty = !short && balance <= 0;
  // What a press debits: it takes none in the moment after the price has changed, or the button has moved.
  const subject = price === undefined ? undefined : String(price);
  const isCashier = useMe().cashier !== undefined;
  const summary = useRef<HTMLDivElement>(null);
  useMovedDecisions(summary, undefined);
  return (
    <Card>
      <div ref={summary} className={`column gap-14 ${styles.summary}`}>
        <h2>{words.summary}</h2>
        <dl>
          {playerId !== '' && (
            <div className={styles.player}>
              <dt>{words.player}</dt>
              <dd data-testid="player-repeated">{formatPlayerId(playerId)}</dd>
              {label !== '' && <dd className={styles.label}>{label}</dd>}
              {looksUp && (
                <dd className={styles.label}>
                  <PlayerName key={playerId} playerId={playerId} />
                </dd>
              )}
            </div>
          )}
          <div>
            <dt>{words.balanceNow}</dt>
            <dd data-testid="balance-now">
              <Money amount={balance} />
            </dd>
          </div>
          <div>
            <dt>{words.price}</dt>
            <dd>{price === undefined ? common.none : <Money amount={price} sign="-" />}</dd>
          </div>
          <div className={styles.after} data-short={short}>
            <dt>{words.balanceAfter}</dt>
            <dd data-testid="balance-after">
              {after === undefined ? common.none : <Money amount={after} size="lg" />}
            </dd>
          </div>
        </dl>
        {short && (
          <div className={styles.short} role="status">
            <p>{words.short(formatAmount(-after))}</p>
            <RequestsOpener className={buttonClass('secondary', true)}>{words.askRecharge}</RequestsOpener>
          </div>
        )}
        {isEmpty && (
          <div className={styles.short} role="status">
            <p>{isCashier ? words.emptyShop : words.empty}</p>
            <RequestsOpener className={buttonClass('secondary', true)}>{words.askRecharge}</RequestsOpener>
          </div>
        )}
        {repeat && (
          <Notice
            tone="waiting"
            title={freeFire.repeat.title}
            text={freeFire.repeat.text(repeat.offerName, formatPlayerId(playerId), repeat.createdAt)}
          />
        )}
        {question ? (
          <RepeatQuestion {...question} subject={subject} busy={busy} />
        ) : (
          <DecidingButton
            type="submit"
            variant={isEmpty ? 'secondary' : 'primary'}
            full
            subject={subject}
            busy={busy}
            disabled={short}
          >
            {words.submit}
          </DecidingButton>
        )}
        <p className={`note ${styles.note}`}>{words.debitNote}</p>
      </div>
    </Card>
  );
}

interface RepeatQuestionProps {
  readonly sendAnyway: () => void;
  readonly change: () => void;
  readonly subject: string | undefined;
  readonly busy: boolean;
}

function RepeatQuestion({ sendAnyway, change, subject, busy }: RepeatQuestionProps) {
  const question = useQuestion();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be named by its legend, which is the notice above
    <div
      ref={question}
      tabIndex={-1}
      role="group"
      aria-label={freeFire.repeat.title}
      className={`column gap-8 ${styles.question}`}
    >
      <DecidingButton full subject={subject} busy={busy} onClick={sendAnyway}>
        {freeFire.repeat.sendAnyway}
      </DecidingButton>
      <Button variant="secondary" full disabled={busy} onClick={change}>
        {amounts.change}
      </Button>
    </div>
  );
}
