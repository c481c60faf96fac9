import { placeholders } from '@almas/locale/screens/placeholders';
import { PlaceholderPage } from '../../features/placeholder-page.tsx';

export default function AdminRechargesPage() {
  return <PlaceholderPage title={placeholders.titles.adminRecharges} />;
}
