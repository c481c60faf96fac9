import { productForm } from '@almas/locale/screens/product-form';
import { useEffect } from 'react';
import { toastsOf } from '../../lib/toast-store.ts';
import { Link, useDocumentTitle, useNavigate } from '../../platform/navigation/index.ts';
import { messageOf } from '../../platform/network/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';

const words = productForm.unfound;
const say = toastsOf('unfound-product');

/** Long enough to read the message before the page navigates away. */
const readingMilliseconds = 1_500;

interface UnfoundProductProps {
  readonly error: unknown;
  readonly missing: boolean;
}

/** For a product that does not exist or cannot be loaded: a toast, this page briefly, then the list (AMB-55). */
export function UnfoundProduct({ error, missing }: UnfoundProductProps) {
  useDocumentTitle(missing ? words.title : productForm.loadFailed);
  const navigate = useNavigate();
  const title = missing ? words.title : productForm.loadFailed;
  const text = missing ? words.text : messageOf(error, words.text);
  useEffect(() => {
    say.error(title, text);
    const timer = setTimeout(
      () => void navigate({ to: '/admin/products', replace: true }),
      readingMilliseconds,
    );
    return () => clearTimeout(timer);
  }, [navigate, title, text]);
  return (
    <Card flush>
      <h1 className="visually-hidden">{title}</h1>
      <EmptyState
        title={title}
        text={text}
        action={
          <Link to="/admin/products" className={buttonClass('secondary')}>
            {words.back}
          </Link>
        }
      />
    </Card>
  );
}
