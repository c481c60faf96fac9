import { type Feature, featureNames } from '@almas/contract/features';
import type { Config } from '../../config.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';

/** The last change of a switch. */
interface FeatureRecord {
  readonly name: string;
  readonly enabled: boolean;
  readonly changedBy: string;
  readonly changedAt: string;
}

const read = statement<[], FeatureRecord>(
  'features.list',
  `SELECT f.name, f.enabled, coalesce(nullif(u.display_name, ''), u.email) AS "changedBy", f.changed_at AS "changedAt"
   FROM features f JOIN users u ON u.id = f.changed_by`,
);

/** All switches with their state, in the order of the contract. */
export async function listFeatures({
  db,
  config,
}: {
  readonly db: Queryable;
  readonly config: Pick<Config, 'extensions'>;
}): Promise<Feature[]> {
  const records = new Map((await read.all(db)).map((record) => [record.name, record]));
  return featureNames.map((name) => {
    const record = records.get(name);
    const forced = config.extensions.has(name);
    return {
      name,
      enabled: forced || record?.enabled === true,
      forced,
      changedBy: record?.changedBy ?? null,
      changedAt: record?.changedAt ?? null,
    };
  });
}
