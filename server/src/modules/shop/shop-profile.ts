import { type ShopProfile, shop } from '@almas/contract/shop';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { command } from '../../pipeline/command.ts';

/** An account without a profile has its company's name and its phone. */
const read = statement<[userId: string], ShopProfile>(
  'shop.profile',
  `SELECT coalesce(s.name, u.company) AS name, coalesce(s.phone, u.phone) AS phone,
          coalesce(s.footer, '') AS footer, coalesce(s.paper_width, 58)::text AS "paperWidth",
          coalesce(s.show_price, true) AS "showPrice"
     FROM users u LEFT JOIN shop_profiles s ON s.user_id = u.id WHERE u.id = $1`,
);
const save = statement<{
  userId: string;
  name: string;
  phone: string;
  footer: string;
  paperWidth: number;
  showPrice: boolean;
}>(
  'shop.save-profile',
  `INSERT INTO shop_profiles (user_id, name, phone, footer, paper_width, show_price)
   VALUES (:user_id, :name, :phone, :footer, :paper_width, :show_price)
   ON CONFLICT (user_id) DO UPDATE
     SET name = EXCLUDED.name, phone = EXCLUDED.phone, footer = EXCLUDED.footer,
         paper_width = EXCLUDED.paper_width, show_price = EXCLUDED.show_price`,
);

export const readShopProfile = (db: Queryable, userId: string): Promise<ShopProfile> => read.one(db, userId);

export const saveShopProfile = command(shop.saveProfile, {
  run: async ({ tx, wallet, body: { name, phone, footer, paperWidth, showPrice } }) => {
    await save.run(tx, { userId: wallet.id, name, phone, footer, paperWidth: Number(paperWidth), showPrice });
    return { response: await readShopProfile(tx, wallet.id), effects: {} };
  },
});
