import { features } from '@almas/contract/features';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { changeFeature } from './change-feature.ts';
import { listFeatures } from './list-features.ts';

/** The switches: which are on for everybody, and their state for administrators. */
export const featureRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, features, {
    list: async ({ actor }) => {
      if (!actor.administers) return { enabled: [...(await services.features.enabled())] };
      const all = await listFeatures(services);
      return { enabled: all.filter(({ enabled }) => enabled).map(({ name }) => name), features: all };
    },
    change: changeFeature,
  });
