import { common } from '@almas/locale/screens/common';
import { shell } from '@almas/locale/screens/shell';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { homeOf, useMe } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { NoticePage } from '../ui/notice-page.tsx';

/** `Retour` goes back when a page of the product lies behind, otherwise to the role's home (AMB-18). */
export default function ForbiddenPage() {
  const me = useMe();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const leave = () => {
    if (canGoBack) router.history.back();
    else void router.navigate({ to: homeOf(me), replace: true });
  };
  return (
    <NoticePage
      title={shell.forbidden.title}
      text={shell.forbidden.text}
      actions={<Button onClick={leave}>{common.back}</Button>}
    />
  );
}
