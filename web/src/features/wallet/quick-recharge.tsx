import type { User } from '@almas/contract/accounts';
import { personName } from '@almas/contract/person-name';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { useDraft, useUnsaved } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Section, Stack } from '../../ui/card.tsx';
import styles from './quick-recharge.module.css';
import { RechargeForm } from './recharge-form.tsx';
import { ResellerPicker } from './reseller-picker.tsx';

const words = adminRecharges.quick;

/** Credits a reseller from the dashboard: search, select, amount. */
export function QuickRecharge() {
  const name = 'quick-recharge-user';
  const [chosen, setChosen] = useDraft<User | null>(name, null);
  useUnsaved({ changed: chosen !== null, asks: false, draft: { name, value: chosen } });
  return (
    <Section title={words.title}>
      <Card>
        <Stack>
          {chosen ? (
            <Chosen user={chosen} onChange={() => setChosen(null)} />
          ) : (
            <ResellerPicker onPick={setChosen} />
          )}
          <RechargeForm
            user={chosen}
            draft="quick-recharge"
            noteLabel={adminRecharges.recharge.note}
            defaultNote={words.reason}
            onDone={(userId) => setChosen((now) => (now?.id === userId ? null : now))}
          />
        </Stack>
      </Card>
    </Section>
  );
}

const Chosen = ({ user, onChange }: { readonly user: User; readonly onChange: () => void }) => (
  <div className={`row spread gap-12 ${styles.chosen}`}>
    <p>
      <span className="visually-hidden">{words.chosen}</span>
      <strong>{personName(user)}</strong>
      <span>{[user.company, user.email].filter(Boolean).join(' · ')}</span>
    </p>
    <Button variant="quiet" onClick={onChange}>
      {words.change}
    </Button>
  </div>
);
