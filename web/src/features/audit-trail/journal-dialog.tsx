import { personName } from '@almas/contract/person-name';
import { auditTrail as words } from '@almas/locale/screens/audit-trail';
import { useQuery } from '@tanstack/react-query';
import { useAddressFilters } from '../../platform/navigation/address-filters.ts';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { useMayCall } from '../../platform/session/may-call.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Period } from '../../ui/period.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import styles from './journal.module.css';
import Journal from './journal.tsx';
import { type JournalFilters, journalQuery, noJournalFilters } from './journal-filters.ts';

const choices = { journalAction: words.actions };
const actions = [
  { value: '', label: words.all },
  ...Object.entries(words.actions).map(([value, label]) => ({ value, label })),
];

interface JournalDialogProps {
  readonly onClose: () => void;
}

/** The audit trail of the whole product, in a dialog: the route table has no page for it. */
export default function JournalDialog({ onClose }: JournalDialogProps) {
  return (
    <Dialog onClose={onClose} title={words.title} size="lg">
      <FilteredJournal />
    </Dialog>
  );
}

function FilteredJournal() {
  const [filters, change] = useAddressFilters(noJournalFilters, choices, { inDialog: true });
  const [search, setSearch] = useSearchText(filters.journalSearch, (text) => change({ journalSearch: text }));
  const mayList = useMayCall('users', 'list');
  const administrators = useQuery({
    ...apiQuery('users', 'list', { query: { role: 'admin', limit: 100 } }),
    enabled: mayList,
  });
  const actors = [
    { value: '', label: words.filters.anyActor },
    ...(administrators.data?.items ?? []).map((user) => ({ value: user.id, label: personName(user) })),
  ];
  const field = (name: keyof JournalFilters) => ({
    value: filters[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  const clear = () => {
    setSearch('');
    change(noJournalFilters);
  };
  const query = journalQuery(filters);
  const isFiltered = Object.values(query).some((value) => value !== '');
  return (
    <Stack>
      <p style={{ color: 'var(--dim)' }}>{words.text}</p>
      <search className={styles.filters}>
        <div className={styles.search}>
          <SearchInput value={search} onChange={setSearch} placeholder={words.filters.person} />
        </div>
        <SelectField label={words.search} options={actions} {...field('journalAction')} />
        {mayList && <SelectField label={words.filters.actor} options={actors} {...field('journalActor')} />}
        <Period
          value={{ from: filters.journalFrom, to: filters.journalTo }}
          onChange={({ from = filters.journalFrom, to = filters.journalTo }) =>
            change({ journalFrom: from, journalTo: to })
          }
        />
        <Row>
          <ExportButton list="auditTrail" filters={query} />
          {isFiltered && (
            <Button variant="quiet" onClick={clear}>
              {words.filters.reset}
            </Button>
          )}
        </Row>
      </search>
      <Journal filters={query} />
    </Stack>
  );
}
