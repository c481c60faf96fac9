import { health } from '@almas/contract/health';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import type { Services } from '../../services.ts';
import { readHealth } from './read-health.ts';

/** How the installation stands, for administrators. */
export const healthPanelRoutes = (services: Services): ServedGroup =>
  serveGroup(health, { read: async () => readHealth(services) });
