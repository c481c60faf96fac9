import { Catalogue } from '../features/catalogue/catalogue.tsx';
import { useShownLocation } from '../lib/router.tsx';

/** The game is kept in the address, so that the phone's back works. */
export default function CatalogPage() {
  const game = useShownLocation(({ search }) => new URLSearchParams(search).get('game') || undefined);
  return <Catalogue game={game} />;
}
