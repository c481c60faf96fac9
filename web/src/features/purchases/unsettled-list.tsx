import { formatAmount, formatDateTime, onOneLine } from '@almas/locale/formats';
import { unsettledCalls as words } from '@almas/locale/screens/unsettled-calls';
import { storedNames } from '../../lib/storage.ts';
import { Link } from '../../platform/navigation/index.ts';
import { signedInId, useMe } from '../../platform/session/index.ts';
import { type MoneyCall, moneyCalls, storedCallPrefix } from '../../platform/session/money-calls.ts';
import { IconButton } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './unsettled-calls.module.css';

/** The browser's storage is forbidden or full: this page alone knows of the call, and a reload forgets it. */
const isUnkept = ({ key, state }: MoneyCall) =>
  (state === 'sent' || state === 'lost') && storedNames(storedCallPrefix + key).length === 0;

// From the moment that the list is loaded, long before it is shown: a call that is still awaited is in no list.
window.addEventListener('beforeunload', (event) => {
  const isOwn = ({ userId }: MoneyCall) => userId === signedInId();
  if (moneyCalls.current().some((call) => isOwn(call) && isUnkept(call))) event.preventDefault();
});

/** The money calls whose response was lost, with the state of each. */
export default function UnsettledList({ calls }: { readonly calls: readonly MoneyCall[] }) {
  const waits = calls.some(({ state }) => state === 'lost');
  const unkept = calls.some(isUnkept);
  const isCashier = useMe().cashier !== undefined;
  return (
    <div className={styles.calls}>
      <Notice tone={waits ? 'waiting' : 'info'} title={words.title}>
        <ul className={styles.list}>
          {calls.map((call) => (
            <UnsettledCall key={call.key} call={call} />
          ))}
        </ul>
        {unkept && <p>{(isCashier ? words.cashier : words).unkept}</p>}
      </Notice>
    </div>
  );
}

const describe = ({ name, subject, startedAt }: MoneyCall) =>
  [
    words.kinds[name],
    subject.what,
    subject.amount === null ? '' : onOneLine(formatAmount(subject.amount)),
    formatDateTime(new Date(startedAt).toISOString()),
  ]
    .filter((part) => part !== '')
    .join(' · ');

function UnsettledCall({ call }: { readonly call: MoneyCall }) {
  const { key, state } = call;
  const isCashier = useMe().cashier !== undefined;
  const said = isCashier ? { ...words.states, ...words.cashier } : words.states;
  return (
    <li data-testid="unsettled-call">
      <div>
        <p className="strong anywhere">{describe(call)}</p>
        <p>{state !== 'sent' && said[state]}</p>
        {(state === 'executed' || state === 'expired') && <WayOn call={call} isCashier={isCashier} />}
      </div>
      {state !== 'lost' && (
        <IconButton label={words.dismiss} onClick={() => moneyCalls.forget(key)}>
          <CloseIcon size={18} />
        </IconButton>
      )}
    </li>
  );
}

/** To the list that has what the call did; the operations are the reseller's alone. */
function WayOn({
  call: { name, state },
  isCashier,
}: {
  readonly call: MoneyCall;
  readonly isCashier: boolean;
}) {
  if (!isCashier && state === 'expired') return <Link to="/operations">{words.operations}</Link>;
  if (!isCashier) return <Link to="/card-history">{words.cards}</Link>;
  return name === 'purchases.create' ? (
    <Link to="/card-history">{words.cashier.sales}</Link>
  ) : (
    <Link to="/freefire">{words.cashier.requests}</Link>
  );
}
