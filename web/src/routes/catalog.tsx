import { getRouteApi } from '@tanstack/react-router';
import { Catalogue } from '../features/catalogue/catalogue.tsx';

const route = getRouteApi('/session/frame/reseller/catalog');

/** The game is kept in the address, so that the phone's back works. */
export default function CatalogPage() {
  const { game } = route.useSearch();
  return <Catalogue game={game} />;
}
