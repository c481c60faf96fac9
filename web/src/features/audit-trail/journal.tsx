import type { auditTrail } from '@almas/contract/audit-trail';
import type { Output } from '@almas/contract/route';
import { auditTrail as words } from '@almas/locale/screens/audit-trail';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiPages } from '../../lib/queries.ts';
import { When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { changesOf } from './changes.ts';
import styles from './journal.module.css';

type Entry = Output<typeof auditTrail.list>['items'][number];

const actionName = (action: string): string =>
  Object.hasOwn(words.actions, action) ? words.actions[action as keyof typeof words.actions] : words.other;

interface JournalProps {
  /** Only what was done to this account, product or request. */
  readonly subjectId?: string;
  /** Only this kind of action. */
  readonly action?: string;
}

/** What administrators did, newest first: who, what, on whom, before and after. */
export default function Journal({ subjectId, action }: JournalProps) {
  const list = useInfiniteQuery(apiPages('auditTrail', 'list', { query: { subjectId, action, limit: 20 } }));
  return (
    <PagedList list={list} empty={{ title: words.empty }} failed={words.failed}>
      {(items) => (
        <ol className={styles.journal} aria-label={words.title}>
          {items.map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </PagedList>
  );
}

function Line({ entry }: { readonly entry: Entry }) {
  const changes = changesOf(entry.before, entry.after);
  return (
    <li>
      <p className={styles.head}>
        <strong>{actionName(entry.action)}</strong>
        <span className={styles.dim}>
          <When at={entry.createdAt} form="relative" />
        </span>
      </p>
      <p>
        {entry.subjectName && <span>{entry.subjectName} </span>}
        <span className={styles.dim}>
          {[words.by(entry.actorName), entry.ip && words.from(entry.ip)].filter(Boolean).join(', ')}
        </span>
      </p>
      {changes.length > 0 && (
        <dl className={styles.changes}>
          {changes.map(({ label, before, after }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {before !== undefined && <del>{before}</del>} <ins>{after}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
