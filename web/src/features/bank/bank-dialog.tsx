import type { BankLineState } from '@almas/contract/bank';
import { bank as words } from '@almas/locale/screens/bank';
import { useState } from 'react';
import { useMay } from '../../platform/session/index.ts';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogTabs } from '../../ui/dialog-tabs.tsx';
import type { DayPeriod } from '../../ui/period.tsx';
import { BankLines } from './bank-lines.tsx';
import { Gaps } from './gaps.tsx';
import { StatementImport } from './statement-import.tsx';

const always: DayPeriod = { from: '', to: '' };
const views = ['gaps', 'lines', 'import'] as const;
type View = (typeof views)[number];

interface BankDialogProps {
  readonly onClose: () => void;
  readonly onRequest: (id: string) => void;
}

/** What the bank received beside what was approved: gaps by day, lines with their requests, the import of a statement. */
export default function BankDialog({ onClose, onRequest }: BankDialogProps) {
  const may = useMay();
  const [view, setView] = useState<View>(may('reports') ? 'gaps' : 'lines');
  const [state, setState] = useState<BankLineState | 'all'>('all');
  const [period, setPeriod] = useState(always);
  const showLines = (of: BankLineState | 'all', during: DayPeriod) => {
    setState(of);
    setPeriod(during);
    setView('lines');
  };
  return (
    <Dialog onClose={onClose} title={words.title} size="lg">
      <Stack>
        <DialogTabs
          label={words.views.label}
          value={view}
          options={views
            .filter((value) => value !== 'gaps' || may('reports'))
            .map((value) => ({ value, label: words.views[value] }))}
          onChange={setView}
        />
        {view === 'gaps' && (
          <Gaps onRequest={onRequest} onOrphans={(during) => showLines('orphan', during)} />
        )}
        {view === 'lines' && (
          <BankLines
            state={state}
            onState={setState}
            period={period}
            onPeriod={setPeriod}
            onRequest={onRequest}
          />
        )}
        {view === 'import' && <StatementImport onDone={() => showLines('all', always)} />}
      </Stack>
    </Dialog>
  );
}
