import { common } from '@almas/locale/screens/common';
import { team } from '@almas/locale/screens/team';
import type { ReactNode } from 'react';
import { Link, useLocation } from '../platform/navigation/index.ts';
import { useMayOpen } from '../platform/navigation/page-scopes.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card, Stack } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Says so in place of a page that is not among the scopes of the employee. */
export function ScopeGuard({ children }: { readonly children: ReactNode }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const mayOpen = useMayOpen();
  if (mayOpen(path)) return children;
  return (
    <Stack gap={24}>
      <PageHeader title={team.forbidden.title} />
      <Card>
        <EmptyState
          title={team.forbidden.text}
          action={
            <Link to="/admin" className={buttonClass('primary')}>
              {common.back}
            </Link>
          }
        />
      </Card>
    </Stack>
  );
}
