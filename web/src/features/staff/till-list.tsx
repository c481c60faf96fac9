import '../../platform/network/later-calls.ts';
import type { TillClose } from '@almas/contract/staff';
import { staff } from '@almas/locale/screens/staff';
import { useInfiniteQuery } from '@tanstack/react-query';
import { download } from '../../platform/network/api-download.ts';
import { apiPages } from '../../platform/network/index.ts';
import { When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import record from '../../ui/record.module.css';
import { ExportFormats } from '../exports/export-button.tsx';
import { TillFacts } from './till-facts.tsx';

const words = staff.tills;

/** The drawers that the cashiers have counted, the latest first. */
export function TillList() {
  const list = useInfiniteQuery({ ...apiPages('staff', 'tillCloses', { query: {} }), staleTime: 0 });
  return (
    <PagedList list={list} empty={{ title: words.empty, text: words.emptyText }} failed={staff.failed}>
      {(items: readonly TillClose[]) => (
        <>
          <ExportFormats
            save={(format) => download(`/api/till-closes/export?format=${format}`, `caisses.${format}`)}
          />
          <ul className="column gap-12">
            {items.map((close) => (
              <li
                key={close.id}
                className={`box column gap-6 anywhere ${record.item}`}
                data-testid="till-close"
              >
                <div className={record.head}>
                  <h3 className={record.name} dir="auto">
                    {close.staffName}
                  </h3>
                  <span className="dim">
                    <When at={close.createdAt} />
                  </span>
                </div>
                <TillFacts close={close} />
              </li>
            ))}
          </ul>
        </>
      )}
    </PagedList>
  );
}
