import { placeholders } from '@almas/locale/screens/placeholders';
import { PlaceholderPage } from '../features/placeholder-page.tsx';

export default function SettingsPage() {
  return <PlaceholderPage title={placeholders.titles.settings} />;
}
