import { placeholders } from '@almas/locale/screens/placeholders';
import { PlaceholderPage } from '../features/placeholder-page.tsx';

export default function ProfilePage() {
  return <PlaceholderPage title={placeholders.titles.profile} />;
}
