import { redeemSites } from '@almas/locale/screens/card-history';

/** The game's own site where a player redeems a code; null for games without one (AMB-30). */
export function redeemSite({ game, productName }: { game: string; productName: string }): string | null {
  const name = (game || productName).toLowerCase();
  if (name.includes('free fire')) return redeemSites.freeFire;
  return name.includes('pubg') ? redeemSites.pubg : null;
}
