import { common } from '@almas/locale/screens/common';
import { noticePages } from '@almas/locale/screens/notice-pages';
import { useCanGoBack, useRouter } from '../platform/navigation/index.ts';
import { homeOf, useMe } from '../platform/session/index.ts';
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
      title={noticePages.forbidden.title}
      text={noticePages.forbidden.text}
      actions={<Button onClick={leave}>{common.back}</Button>}
    />
  );
}
