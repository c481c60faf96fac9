import type { Administrator } from '@almas/contract/administrators';
import { common } from '@almas/locale/screens/common';
import { team as words } from '@almas/locale/screens/team';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../platform/session/index.ts';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import record from '../../ui/record.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { administratorPages, ScopesForm } from './scopes-form.tsx';

/** Every administrator with what they may do; the owner changes it, except the own. */
export function AdministratorList() {
  const list = useInfiniteQuery({ ...administratorPages, staleTime: 0 });
  return (
    <Stack gap={12}>
      <ExportButton list="administrators" />
      <PagedList list={list} empty={{ title: words.noScope }} failed={words.failed}>
        {(items: readonly Administrator[]) => (
          <ul className="column gap-12">
            {items.map((administrator) => (
              <Item key={administrator.id} administrator={administrator} />
            ))}
          </ul>
        )}
      </PagedList>
    </Stack>
  );
}

function Item({ administrator }: { readonly administrator: Administrator }) {
  const isOwn = useMe().id === administrator.id;
  const [isEdited, setIsEdited] = useState(false);
  const { id, name, email, status, scopes, creditCap, creditThreshold, creditedToday } = administrator;
  const titleId = `administrator-${id}`;
  return (
    <li className={`box column gap-6 anywhere ${record.item}`} data-testid="administrator">
      <div className={record.head}>
        <h3 id={titleId} className={record.name} dir="auto">
          {isOwn ? `${name} (${words.you})` : name}
        </h3>
        {status !== 'active' && <StatusBadge tone="quiet">{common.accountStatus[status]}</StatusBadge>}
      </div>
      <p className="dim">{email}</p>
      <p>{words.scopesText(scopes)}</p>
      {scopes !== null && (
        <p className="dim">
          {[
            words.credited(creditedToday, creditCap),
            creditThreshold !== null && words.above(creditThreshold),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {!isOwn && (
        <div>
          <DialogButton variant="quiet" of={titleId} onClick={() => setIsEdited(true)}>
            {words.edit}
          </DialogButton>
        </div>
      )}
      {isEdited && (
        <Dialog onClose={() => setIsEdited(false)} title={words.editTitle(name)} size="sm">
          <ScopesForm administrator={administrator} onDone={() => setIsEdited(false)} />
        </Dialog>
      )}
    </li>
  );
}
