import { owner as words } from '@almas/locale/screens/owner';
import { useState } from 'react';
import { useDialogParameter } from '../../platform/navigation/index.ts';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { DayView } from './day-view.tsx';
import { MarginList } from './margin-list.tsx';
import { OwnerPictures } from './owner-pictures.tsx';
import { type PeriodLength, periodOf, periods } from './period-lengths.ts';

const tabs = (['view', 'margin', 'day'] as const).map((value) => ({ value, label: words.tabs[value] }));

/** What the owner opens each morning: five questions in pictures, the margin as a list, a day. The tab is in the URL. */
export default function OwnerDialog() {
  const { value, open, close } = useDialogParameter('owner');
  const [length, setLength] = useState<PeriodLength>('30');
  const [group, setGroup] = useState<keyof typeof words.margin.groups>('game');
  const tab = tabs.find((one) => one.value === value)?.value ?? 'view';
  const period = periodOf(length);
  return (
    <Dialog onClose={close} title={words.title} size="lg">
      <Stack>
        <div className="row wrap spread gap-12">
          <Segmented label={words.tabs.label} value={tab} options={tabs} onChange={open} />
          {tab !== 'day' && (
            <Segmented label={words.period} value={length} options={periods} onChange={setLength} />
          )}
        </div>
        {tab === 'view' && (
          <OwnerPictures
            period={period}
            onMargin={(by) => {
              setGroup(by);
              open('margin');
            }}
          />
        )}
        {tab === 'margin' && <MarginList period={period} group={group} onGroup={setGroup} />}
        {tab === 'day' && <DayView />}
      </Stack>
    </Dialog>
  );
}
