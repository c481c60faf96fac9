import { formatAmount, formatDateTime } from '@almas/locale/formats';
import { common } from '@almas/locale/screens/common';
import { Link } from '@tanstack/react-router';
import { type MoneyCall, moneyCalls } from '../../lib/money-calls.ts';
import { useMe } from '../../lib/session.ts';
import { useMoneyCalls } from '../../lib/use-money-calls.ts';
import { IconButton } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useBought } from './bought-codes.tsx';
import styles from './unsettled-calls.module.css';

const words = common.moneyCall.list;

/** The taps whose answer was lost, with what is known of each; also after a reload. Absent when there is none. */
export function UnsettledCalls() {
  const { id } = useMe();
  const { shown, opened } = useBought();
  const isShown = (call: MoneyCall) => opened && shown?.key === call.key;
  const listed = useMoneyCalls().filter(
    (call) => call.userId === id && call.state !== 'sent' && !isShown(call),
  );
  if (listed.length === 0) return null;
  const waits = listed.some(({ state }) => state === 'lost');
  return (
    <div className={styles.calls}>
      <Notice tone={waits ? 'waiting' : 'info'} title={words.title}>
        <ul className={styles.list}>
          {listed.map((call) => (
            <UnsettledCall key={call.key} call={call} />
          ))}
        </ul>
      </Notice>
    </div>
  );
}

const describe = ({ name, subject, startedAt }: MoneyCall) =>
  [
    words.kinds[name],
    subject.what,
    subject.amount === null ? '' : formatAmount(subject.amount),
    formatDateTime(new Date(startedAt).toISOString()),
  ]
    .filter((part) => part !== '')
    .join(' · ');

function UnsettledCall({ call }: { readonly call: MoneyCall }) {
  const { key, state } = call;
  return (
    <li data-testid="unsettled-call">
      <div>
        <p className={styles.what}>{describe(call)}</p>
        <p>{state !== 'sent' && words.states[state]}</p>
        {state === 'executed' && <Link to="/card-history">{words.cards}</Link>}
        {state === 'expired' && <Link to="/operations">{words.operations}</Link>}
      </div>
      {state !== 'lost' && (
        <IconButton label={words.dismiss} onClick={() => moneyCalls.forget(key)}>
          <CloseIcon size={18} />
        </IconButton>
      )}
    </li>
  );
}
