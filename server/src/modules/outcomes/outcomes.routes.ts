import { outcomes } from '@almas/contract/outcomes';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { settle } from './settle.ts';

export const outcomeRoutes = (services: Services): ServedGroup => serveRoutes(services, outcomes, { settle });
