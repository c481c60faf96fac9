import { Settings, settings } from '@almas/contract/settings';
import { statement } from '../../database/statement.ts';
import type { ServedGroup } from '../../http/serve.ts';
import { command, serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';

const read = statement<[string], { settings: unknown }>(
  'settings.read',
  'SELECT settings FROM user_settings WHERE user_id = $1',
);
const write = statement<[userId: string, settings: string], { settings: unknown }>(
  'settings.write',
  `INSERT INTO user_settings (user_id, settings) VALUES ($1, $2)
   ON CONFLICT (user_id) DO UPDATE SET settings = EXCLUDED.settings, updated_at = clock_timestamp()
   RETURNING settings`,
);

/** Keeps the settings of an account on the server, so that they follow it to another device (AMB-72). */
export const settingsRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, settings, {
    get: async ({ actor }) => {
      const saved = await read.first(services.db, actor.id);
      return { ...Settings.parse(saved?.settings ?? {}), isSaved: saved !== undefined };
    },
    save: command(settings.save, {
      run: async ({ tx, actor, body }) => {
        const saved = await write.one(tx, actor.id, JSON.stringify(body.settings));
        return { response: Settings.parse(saved.settings), effects: {} };
      },
    }),
  });
