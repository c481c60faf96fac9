import { placeholders } from '@almas/locale/screens/placeholders';
import { PlaceholderPage } from '../features/placeholder-page.tsx';

export default function HistoryPage() {
  return <PlaceholderPage title={placeholders.history} />;
}
