/** The games the new form prepares (AMB-58): five offers each, `value` is the sum with its unit, `price` in DA. */
export interface OfferTemplate {
  readonly name: string;
  readonly value: string;
  readonly price: number;
}

const offers = (unit: string, packs: readonly (readonly [pack: string, price: number])[]): OfferTemplate[] =>
  packs.map(([pack, price]) => ({
    name: `${pack} ${unit}`,
    value: `${pack.split('+').reduce((sum, part) => sum + Number(part), 0)} ${unit}`,
    price,
  }));

export const productTemplates: Readonly<Record<string, readonly OfferTemplate[]>> = {
  'Free Fire': offers('Diamants', [
    ['100+10', 150],
    ['200+20', 300],
    ['500+50', 750],
    ['1000+100', 1500],
    ['2000+200', 3000],
  ]),
  'PUBG Mobile': offers('UC', [
    ['60', 120],
    ['300+25', 600],
    ['600+60', 1200],
    ['1500+300', 3000],
    ['3000+850', 6000],
  ]),
  'Mobile Legends': offers('Diamants', [
    ['86', 150],
    ['172', 300],
    ['429+71', 750],
    ['878+122', 1500],
    ['1757+343', 3000],
  ]),
  Roblox: offers('Robux', [
    ['80', 120],
    ['400', 600],
    ['800', 1200],
    ['1700', 2400],
    ['4500', 6000],
  ]),
};

/** Suggestions of the free game field. */
export const gameSuggestions = [
  'Free Fire',
  'PUBG Mobile',
  'Mobile Legends',
  'Call of Duty Mobile',
  'Clash of Clans',
  'Clash Royale',
  'Genshin Impact',
  'Roblox',
  'Minecraft',
  'Fortnite',
  'Valorant',
  'League of Legends',
] as const;
