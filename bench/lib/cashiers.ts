import pg from 'pg';
import { tokenText } from './seed.ts';

/** The first letter of a cashier's token (server/src/authorization/session-identity.ts). */
export const cashierPrefix = 'c';

/** Gives each reseller a cashier without a cap, signed in on a device beside the session of the reseller. */
export async function withCashiers(superuserUrl: string, resellers: number): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO features (name, enabled, changed_by) SELECT 'cashiers', true, id FROM users WHERE role = 'admin' LIMIT 1`,
    );
    await client.query(
      `INSERT INTO staff (owner_id, name, pin_hash, daily_cap)
       SELECT id, 'Vendeur', 'none', 1000000000 FROM users WHERE role = 'reseller' AND status = 'active'`,
    );
    await client.query(
      `INSERT INTO enrolled_devices (owner_id, label, token_hash)
       SELECT id, 'Comptoir', sha256(convert_to(id::text, 'UTF8')) FROM users WHERE role = 'reseller' AND status = 'active'`,
    );
    await client.query(
      `INSERT INTO sessions (token_hash, user_id, staff_id, device_id, expires_at)
       SELECT sha256(convert_to('${cashierPrefix}' || ${tokenText('i')}, 'UTF8')), s.user_id, t.id, d.id, s.expires_at
         FROM generate_series(1, $1::int) i
         JOIN sessions s ON s.token_hash = sha256(convert_to(${tokenText('i')}, 'UTF8'))
         JOIN staff t ON t.owner_id = s.user_id JOIN enrolled_devices d ON d.owner_id = s.user_id`,
      [resellers],
    );
    await client.query('COMMIT');
    await client.query('VACUUM ANALYZE staff, enrolled_devices, sessions');
  } finally {
    await client.end();
  }
}
