import '../../platform/network/later-calls.ts';
import type { User } from '@almas/contract/accounts';
import { typedDigits } from '@almas/contract/typed-text';
import { common } from '@almas/locale/screens/common';
import { staff } from '@almas/locale/screens/staff';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toastsOf } from '../../lib/toast-store.ts';
import { useDocumentTitle } from '../../platform/navigation/index.ts';
import { api, apiQuery, messageOf, useCall } from '../../platform/network/index.ts';
import { startSession, tillIsLeft } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { isSecondPress } from '../../ui/slips.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';
import { AuthLayout } from '../accounts/auth-layout.tsx';
import styles from './till-picker.module.css';

const words = staff.picker;
const say = toastsOf('cashier-sign-in');

interface Choice {
  readonly id: string;
  readonly name: string;
}

interface TillPickerProps {
  /** Opens the sign-in of an account, also where the device is enrolled no more. */
  readonly onAccount: () => void;
}

/** On an enrolled device, in place of the sign-in: who sells, then four digits. */
export default function TillPicker({ onAccount }: TillPickerProps) {
  useDocumentTitle(words.title);
  const { data, error, refetch } = useQuery({ ...apiQuery('staff', 'picker'), staleTime: 0, gcTime: 0 });
  const [chosen, setChosen] = useState<Choice | null>(null);
  const isNone = data?.device === null;
  useEffect(() => {
    // The browser goes on asking: the cashiers may be off for the moment.
    if (isNone) onAccount();
  }, [isNone, onAccount]);
  if (!data?.device) {
    if (!error) return <PageSpinner text={common.loading} />;
    return <LoadError error={error} onRetry={() => void refetch()} />;
  }
  const { shop, staff: names } = data.device;
  const other = (
    <Button variant="quiet" onClick={onAccount}>
      {words.account}
    </Button>
  );
  if (chosen)
    return (
      <AuthLayout title={words.pinTitle(chosen.name)} text={words.pinText} other={other}>
        <PinPad key={chosen.id} cashier={chosen} onBack={() => setChosen(null)} />
      </AuthLayout>
    );
  return (
    <AuthLayout title={words.title} text={shop} other={other}>
      {names.length === 0 ? (
        <EmptyState title={words.none} />
      ) : (
        <ul className={styles.names}>
          {names.map((name) => (
            <li key={name.id}>
              <button
                type="button"
                className={`box anywhere ${styles.name}`}
                dir="auto"
                onClick={() => setChosen(name)}
              >
                {name.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </AuthLayout>
  );
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;
const pinLength = 4;

/** The fourth digit sends. The keys of the screen and of a keyboard type into the same field. */
function PinPad({ cashier, onBack }: { readonly cashier: Choice; readonly onBack: () => void }) {
  const [pin, setPin] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const signIn = useCall(
    async (typed: string) => {
      await tillIsLeft();
      await api.staff.login({ body: { staffId: cashier.id, pin: typed } });
      return (await api.accounts.session({ isRefresh: true })).user as User;
    },
    {
      onDone: (user) => startSession(user),
      onFailed: (error) => {
        say.error(messageOf(error, words.failed));
        setPin('');
        field.current?.focus();
      },
    },
  );
  useEffect(() => field.current?.focus(), []);
  const type = (typed: string) => {
    const next = typed.slice(0, pinLength);
    if (signIn.busy || signIn.done) return;
    setPin(next);
    if (next.length === pinLength) void signIn.run(next);
  };
  return (
    <div className={styles.pad}>
      <input
        ref={field}
        type="password"
        // The keys below are the keyboard of a phone.
        inputMode="none"
        autoComplete="off"
        aria-label={words.pin(cashier.name)}
        className={styles.pin}
        maxLength={pinLength}
        value={pin}
        aria-busy={signIn.busy || undefined}
        onChange={({ currentTarget }) => type(typedDigits(currentTarget.value).replaceAll(/\D/g, ''))}
      />
      <fieldset className={styles.keys}>
        <legend className="visually-hidden">{words.digits}</legend>
        {digits.map((digit) => (
          <Button
            key={digit}
            variant="secondary"
            className={styles.key ?? ''}
            // The second press of the one that chose the name is no digit; one digit may be pressed twice.
            onClick={(press) => (pin !== '' || !isSecondPress(press)) && type(pin + digit)}
          >
            {digit}
          </Button>
        ))}
        <Button
          variant="quiet"
          className={styles.erase ?? ''}
          busy={signIn.busy}
          onClick={() => type(pin.slice(0, -1))}
        >
          {words.erase}
        </Button>
      </fieldset>
      <p role="status" className="visually-hidden">
        {signIn.busy && common.moneyCall.verifying}
      </p>
      <Button variant="quiet" full onClick={onBack}>
        {words.back}
      </Button>
    </div>
  );
}
