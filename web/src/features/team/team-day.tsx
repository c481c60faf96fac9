import { algiersDay } from '@almas/contract/algiers';
import { actionText } from '@almas/locale/audit-figures';
import { formatCount } from '@almas/locale/formats';
import { team } from '@almas/locale/screens/team';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { Stack } from '../../ui/card.tsx';
import { When } from '../../ui/figures.tsx';
import { DayField } from '../../ui/period.tsx';
import record from '../../ui/record.module.css';
import { EmptyState } from '../../ui/states.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import styles from './team.module.css';

const words = team.day;
const today = () => algiersDay(serverNow());

/** What each administrator did on a day. */
export function TeamDay() {
  const [date, setDate] = useState(today);
  return (
    <Stack gap={12}>
      <DayField label={words.date} max={today()} value={date} onChange={setDate} />
      {date !== '' && <Day date={date} />}
    </Stack>
  );
}

function Day({ date }: { readonly date: string }) {
  const found = useQuery({ ...apiQuery('administrators', 'day', { params: { date } }), staleTime: 0 });
  if (!found.data) return <Unloaded query={found} text={words.failed} count={2} height={96} />;
  if (found.data.items.length === 0) return <EmptyState title={words.empty} />;
  return (
    <ul className="column gap-12">
      {found.data.items.map(({ id, name, actions, firstAt, lastAt, credited, kinds }) => (
        <li key={id} className={`box column gap-6 anywhere ${record.item}`} data-testid="team-day">
          <div className={record.head}>
            <h3 className={record.name} dir="auto">
              {name}
            </h3>
            <span>{words.actions(actions)}</span>
          </div>
          <p className="dim">
            {words.from} <When at={firstAt} /> {words.to} <When at={lastAt} />
            {credited > 0 && ` · ${words.credited(credited)}`}
          </p>
          <ul className={styles.kinds}>
            {kinds.map(({ action, count }) => (
              <li key={action}>
                <span>{actionText(action, null) ?? action}</span>
                <span>{formatCount(count)}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
