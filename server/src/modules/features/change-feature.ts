import { FeatureName, features } from '@almas/contract/features';
import { fail } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import { listFeatures } from './list-features.ts';

const write = statement<[name: string, enabled: boolean, changedBy: string], { changedAt: string }>(
  'features.change',
  // A switch without a row is off: turning it off writes nothing.
  `INSERT INTO features (name, enabled, changed_by)
   SELECT $1::text, $2::boolean, $3::uuid WHERE $2 OR EXISTS (SELECT FROM features WHERE name = $1)
   ON CONFLICT (name) DO UPDATE SET enabled = $2, changed_by = $3, changed_at = clock_timestamp()
     WHERE features.enabled <> $2
   RETURNING changed_at AS "changedAt"`,
);
/**
 * Turns a switch on or off, for every server and open screen. The data of a feature that is turned off stays. @throws AppError
 * FEATURE_FORCED when EXTENSIONS turns it on
 */
export const changeFeature = command(features.change, {
  prepare: ({ services: { config }, params, body }) => {
    const name = FeatureName.safeParse(params.name);
    if (!name.success) throw fail('NOT_FOUND');
    if (config.extensions.has(name.data) && !body.enabled) throw fail('FEATURE_FORCED');
    return name.data;
  },
  run: async ({ tx, actor, services: { config }, body: { enabled }, prepared: name }) => {
    const changed = await write.first(tx, name, enabled, actor.id);
    const feature = (await listFeatures({ db: tx, config })).find((each) => each.name === name);
    if (!feature) throw fail('NOT_FOUND');
    return {
      response: feature,
      effects: {
        audit: changed
          ? {
              action: 'feature.change',
              subject: { type: 'feature', id: name, name },
              before: { enabled: !enabled },
              after: { enabled },
            }
          : nothingChanged,
        events: changed ? [['everyone', { type: 'features' }]] : [],
      },
    };
  },
});
