import { placeholders } from '@almas/locale/screens/placeholders';
import { PlaceholderPage } from '../features/placeholder-page.tsx';

export default function CardHistoryPage() {
  return <PlaceholderPage title={placeholders.titles.cards} />;
}
