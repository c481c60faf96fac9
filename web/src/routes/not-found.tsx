import { shell } from '@almas/locale/screens/shell';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { NoticePage } from '../ui/notice-page.tsx';

export default function NotFoundPage() {
  return (
    <NoticePage
      title={shell.notFound.title}
      text={shell.notFound.text}
      actions={
        <Link to="/login" className={buttonClass('primary')}>
          {shell.notFound.link}
        </Link>
      }
    />
  );
}
