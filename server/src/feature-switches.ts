import { type FeatureName, featureNames } from '@almas/contract/features';
import { fail } from './app-error.ts';
import type { Config } from './config.ts';
import type { Database } from './database/pool.ts';
import { statement } from './database/statement.ts';

/** Which switches are on (AMB-87): those of the owner, and those of EXTENSIONS. */
export interface FeatureSwitches {
  /** In the order of the contract. */
  readonly enabled: () => Promise<ReadonlySet<FeatureName>>;
}

/** Shorter than a live event takes to a screen, which then reads the new state from whatever server answers. */
const maxAgeMilliseconds = 200;

const read = statement<[], { name: string }>('features.enabled', 'SELECT name FROM features WHERE enabled');

/** Reads the switches when a call asks for them, at most five times a second. */
export function featureSwitches(db: Database, { extensions }: Pick<Config, 'extensions'>): FeatureSwitches {
  let known: { readonly at: number; readonly names: Promise<ReadonlySet<FeatureName>> } | undefined;
  // A newer version may have left switches that this one does not know.
  const load = async () => {
    const on = new Set((await read.all(db)).map(({ name }) => name));
    return new Set(featureNames.filter((name) => extensions.has(name) || on.has(name)));
  };
  return {
    enabled: () => {
      if (!known || performance.now() - known.at > maxAgeMilliseconds) {
        const names = load();
        known = { at: performance.now(), names };
        // The next call tries again.
        names.catch(() => {
          known = undefined;
        });
      }
      return known.names;
    },
  };
}

interface WithFeatures {
  readonly features: FeatureSwitches;
}

export const isOn = async ({ features }: WithFeatures, name: FeatureName): Promise<boolean> =>
  (await features.enabled()).has(name);

/** @throws AppError FEATURE_OFF */
export async function requireFeature(services: WithFeatures, name: FeatureName): Promise<void> {
  if (!(await isOn(services, name))) throw fail('FEATURE_OFF');
}
