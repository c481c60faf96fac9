import { placeholders } from '@almas/locale/screens/placeholders';
import { PlaceholderPage } from '../../../features/placeholder-page.tsx';

export default function NewProductPage() {
  return <PlaceholderPage title={placeholders.titles.newProduct} />;
}
