import { common } from '@almas/locale/screens/common';
import { team } from '@almas/locale/screens/team';
import type { ReactNode } from 'react';
import { Link, useLocation } from '../platform/navigation/index.ts';
import { useMay } from '../platform/session/index.ts';
import { buttonClass } from '../ui/button.tsx';
import { NoticePage } from '../ui/notice-page.tsx';
import { pageScopes } from './page-scopes.ts';

/** Says so in place of a page that is not among the scopes of the employee. */
export function ScopeGuard({ children }: { readonly children: ReactNode }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const scopes = pageScopes(path);
  const may = useMay();
  if (scopes === undefined || may(...scopes)) return children;
  return (
    <NoticePage
      title={team.forbidden.title}
      text={team.forbidden.text}
      actions={
        <Link to="/admin" className={buttonClass('primary')}>
          {common.back}
        </Link>
      }
    />
  );
}
