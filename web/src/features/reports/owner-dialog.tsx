import { lists } from '@almas/locale/screens/lists';
import { owner as words } from '@almas/locale/screens/owner';
import { useState } from 'react';
import { isReversed } from '../../lib/day-range.ts';
import { useDialogParameter } from '../../platform/navigation/index.ts';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DayField } from '../../ui/period.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { DayView } from './day-view.tsx';
import { MarginList } from './margin-list.tsx';
import { OwnerPictures } from './owner-pictures.tsx';
import { type PeriodChoice, periodOf, periods } from './period-lengths.ts';
import { StockValue } from './stock-value.tsx';

const tabs = (['view', 'margin', 'day', 'stock'] as const).map((value) => ({
  value,
  label: words.tabs[value],
}));

/** What the owner opens each morning: five questions in pictures, the margin as a list, a day, the stock. The tab is in the URL. */
export default function OwnerDialog() {
  const { value, open, close } = useDialogParameter('owner');
  const [choice, setChoice] = useState<PeriodChoice>('30');
  const [dates, setDates] = useState(() => periodOf('30'));
  const [group, setGroup] = useState<keyof typeof words.margin.groups>('game');
  const tab = tabs.find((one) => one.value === value)?.value ?? 'view';
  const period = choice === 'dates' ? dates : periodOf(choice);
  const hasPeriod = tab === 'view' || tab === 'margin';
  const wrong = hasPeriod && isReversed(period);
  const choose = (next: PeriodChoice) => {
    setDates(period);
    setChoice(next);
  };
  return (
    <Dialog onClose={close} title={words.title} size="lg">
      <Stack>
        <div className="row wrap spread gap-12">
          <Segmented label={words.tabs.label} value={tab} options={tabs} onChange={open} />
          {hasPeriod && <Segmented label={words.period} value={choice} options={periods} onChange={choose} />}
        </div>
        {hasPeriod && choice === 'dates' && (
          <div className="row wrap gap-12">
            <DayField
              label={lists.period.from}
              max={dates.to}
              value={dates.from}
              onChange={(from) => from !== '' && setDates({ ...dates, from })}
            />
            <DayField
              label={lists.period.to}
              min={dates.from}
              value={dates.to}
              onChange={(to) => to !== '' && setDates({ ...dates, to })}
            />
          </div>
        )}
        {wrong && <p role="status">{lists.datesReversed}</p>}
        {tab === 'view' && !wrong && (
          <OwnerPictures
            period={period}
            onMargin={(by) => {
              setGroup(by);
              open('margin');
            }}
          />
        )}
        {tab === 'margin' && !wrong && <MarginList period={period} group={group} onGroup={setGroup} />}
        {tab === 'day' && <DayView />}
        {tab === 'stock' && <StockValue />}
      </Stack>
    </Dialog>
  );
}
