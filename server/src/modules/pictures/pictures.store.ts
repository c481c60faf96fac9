import { statement } from '../../database/statement.ts';

export const picturesStore = {
  /** Uploading the same content again only updates `used_at`. */
  insert: statement<{
    hash: string;
    width: number;
    height: number;
    small: Buffer;
    large: Buffer;
    uploadedBy: string;
  }>(
    'pictures.insert',
    `INSERT INTO pictures (hash, width, height, small, large, uploaded_by) VALUES (:hash, :width, :height, :small, :large, :uploaded_by)
     ON CONFLICT (hash) DO UPDATE SET used_at = clock_timestamp()`,
  ),
  small: statement<[string], { content: Buffer }>(
    'pictures.small',
    'SELECT small AS content FROM pictures WHERE hash = $1',
  ),
  large: statement<[string], { content: Buffer }>(
    'pictures.large',
    'SELECT large AS content FROM pictures WHERE hash = $1',
  ),
  use: statement<[string]>('pictures.use', 'UPDATE pictures SET used_at = clock_timestamp() WHERE hash = $1'),
  // A product or a payment account that starts to use a picture locks it and updates `used_at`: such a picture is skipped.
  removeUnused: statement<[number]>(
    'pictures.remove-unused',
    `DELETE FROM pictures WHERE hash = ANY (ARRAY(
       SELECT hash FROM pictures p
        WHERE used_at < clock_timestamp() - interval '1 day'
          AND NOT EXISTS (SELECT FROM products
                           WHERE deleted_at IS NULL AND image_url = '/pictures/' || p.hash || '.webp')
          AND NOT EXISTS (SELECT FROM payment_accounts WHERE qr_code = '/pictures/' || p.hash || '.webp')
        ORDER BY used_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  ),
};
