import { search } from '@almas/contract/search';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { searchEverywhere } from './search-everywhere.ts';

export const searchRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, search, { everywhere: searchEverywhere });
