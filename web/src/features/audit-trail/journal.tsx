import type { auditTrail } from '@almas/contract/audit-trail';
import type { Output } from '@almas/contract/route';
import { actionText, subjectText } from '@almas/locale/audit-figures';
import { comma } from '@almas/locale/formats';
import { auditTrail as words } from '@almas/locale/screens/audit-trail';
import { lists } from '@almas/locale/screens/lists';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { isReversed } from '../../lib/day-range.ts';
import { type ItemKind, linkTo } from '../../platform/navigation/index.ts';
import { ScopedLink } from '../../platform/navigation/scoped-link.tsx';
import { apiPages } from '../../platform/network/index.ts';
import { When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { changesOf } from './changes.ts';
import styles from './journal.module.css';
import type { journalQuery } from './journal-filters.ts';

type Entry = Output<typeof auditTrail.list>['items'][number];

interface JournalProps {
  /** Only what was done to this account, product or request. */
  readonly subjectId?: string;
  /** Filters; a blank one matches everything. */
  readonly filters?: ReturnType<typeof journalQuery>;
}

/** The actions of administrators, newest first: author, action, subject, values before and after. */
export default function Journal({ subjectId, filters }: JournalProps) {
  const set = Object.fromEntries(Object.entries(filters ?? {}).filter(([, value]) => value !== ''));
  const list = useInfiniteQuery({
    ...apiPages('auditTrail', 'list', { query: { subjectId, ...set, limit: 20 } }),
    placeholderData: keepPreviousData,
  });
  return (
    <PagedList
      list={list}
      empty={{ title: words.empty, ...(isReversed(set) && { text: lists.datesReversed }) }}
      failed={words.failed}
    >
      {(items) => (
        <ol className={`lines ${styles.journal}`} aria-label={words.title}>
          {items.map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </PagedList>
  );
}

const kinds: Readonly<Record<string, ItemKind>> = {
  user: 'account',
  'recharge-request': 'rechargeRequest',
  'free-fire-request': 'freeFireRequest',
  product: 'product',
};

/** The subject of an action, with a link to its details when it has a URL. */
function Subject({ entry }: { readonly entry: Entry }) {
  const kind = kinds[entry.subjectType];
  const name = subjectText(entry);
  return kind ? (
    <ScopedLink className="reach" {...linkTo(kind, entry.subjectId)}>
      {name}
    </ScopedLink>
  ) : (
    name
  );
}

function Line({ entry }: { readonly entry: Entry }) {
  const changes = changesOf(entry.before, entry.after);
  return (
    <li>
      <p className={`spread gap-12 ${styles.head}`}>
        <strong>{actionText(entry.action, entry.before) ?? words.other}</strong>
        <span className={styles.dim}>
          <When at={entry.createdAt} />
        </span>
      </p>
      <p>
        {entry.subjectName && (
          <span>
            <Subject entry={entry} />
          </span>
        )}{' '}
        <span className={styles.dim}>
          {[words.by(entry.actorName), entry.ip && words.from(entry.ip)].filter(Boolean).join(comma)}
        </span>
      </p>
      {changes.length > 0 && (
        <dl className={`wrap ${styles.changes}`}>
          {changes.map(({ label, before, after }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {before !== undefined && <del>{before}</del>} {after !== undefined && <ins>{after}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
