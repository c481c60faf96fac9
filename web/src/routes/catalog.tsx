import { Catalogue } from '../features/catalogue/catalogue.tsx';
import { useSearch } from '../platform/navigation/index.ts';

/** The game is kept in the address, so that the phone's back works. */
export default function CatalogPage() {
  const game = useSearch({ strict: false, select: (search) => search.game });
  return <Catalogue game={game} />;
}
