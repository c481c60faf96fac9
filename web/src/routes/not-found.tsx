import { noticePages } from '@almas/locale/screens/notice-pages';
import { Link } from '../platform/navigation/index.ts';
import { buttonClass } from '../ui/button.tsx';
import { NoticePage } from '../ui/notice-page.tsx';

export default function NotFoundPage() {
  return (
    <NoticePage
      title={noticePages.notFound.title}
      text={noticePages.notFound.text}
      actions={
        <Link to="/login" className={buttonClass('primary')}>
          {noticePages.notFound.link}
        </Link>
      }
    />
  );
}
