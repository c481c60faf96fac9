import { formatAmount } from '@almas/locale/formats';
import { common } from '@almas/locale/screens/common';
import { freeFire } from '@almas/locale/screens/free-fire';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/figures.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RequestsOpener } from '../recharge-requests/requests-opener.tsx';
import { inThrees } from './player-groups.ts';
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
  /** The warning has just appeared: the second press of a double press sends nothing. */
  readonly unsettled: boolean;
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
  unsettled,
}: RequestSummaryProps) {
  const after = price === undefined ? undefined : left(balance, price);
  const short = after !== undefined && after < 0;
  return (
    <Card>
      <div className={styles.summary}>
        <h2>{words.summary}</h2>
        <dl>
          {playerId !== '' && (
            <div className={styles.player}>
              <dt>{words.player}</dt>
              <dd data-testid="player-repeated">{inThrees(playerId)}</dd>
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
        {repeat && (
          <Notice
            tone="waiting"
            title={freeFire.repeat.title}
            text={freeFire.repeat.text(repeat.offerName, inThrees(playerId), repeat.createdAt)}
          />
        )}
        <Button type="submit" full busy={busy} unsettled={unsettled} disabled={short}>
          {words.submit}
        </Button>
        <p className={styles.note}>{words.debitNote}</p>
      </div>
    </Card>
  );
}
