import { placeholders } from '@almas/locale/screens/placeholders';
import { PlaceholderPage } from '../../../features/placeholder-page.tsx';

export default function AdminProductsPage() {
  return <PlaceholderPage title={placeholders.titles.adminProducts} />;
}
