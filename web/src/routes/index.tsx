import { common } from '@almas/locale/screens/common';
import { PageSpinner } from '../ui/spinner.tsx';

/** Shown until the guard of `/` knows the session and leads to the right place (app/routes.tsx). */
export default function IndexPage() {
  return <PageSpinner text={common.loading} />;
}
