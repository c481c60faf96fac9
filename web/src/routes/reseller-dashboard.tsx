import { placeholders } from '@almas/locale/screens/placeholders';
import { PlaceholderPage } from '../features/placeholder-page.tsx';

export default function ResellerDashboardPage() {
  return <PlaceholderPage title={placeholders.titles.dashboard} />;
}
