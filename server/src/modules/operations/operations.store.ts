import { isNotAhead } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';

export interface MaintenanceRun {
  kind: 'backup' | 'audit';
  succeeded: boolean;
  finishedAt: string;
  /** Counts, and the end of the audit trail's chain. */
  figures: Record<string, number | string>;
}

export interface BusinessFigures {
  salesLastHour: number;
  oldestRechargeSeconds: number;
  oldestFreeFireSeconds: number;
  oldestAccountSeconds: number;
  oldestUnsealedSeconds: number;
  trailPosition: number;
}

/** What the operator watches, read from indexes: asked at every scrape. */
export const operationsStore = {
  record: statement<[kind: string, succeeded: boolean, figures: string]>(
    'operations.record-run',
    'INSERT INTO maintenance_runs (kind, succeeded, figures) VALUES ($1, $2, $3)',
  ),
  newestRuns: statement<[], MaintenanceRun>(
    'operations.newest-runs',
    `SELECT r.kind, r.succeeded, r.finished_at AS "finishedAt", r.figures
       FROM (VALUES ('backup'), ('audit')) k (kind)
       CROSS JOIN LATERAL (SELECT * FROM maintenance_runs m WHERE m.kind = k.kind AND ${isNotAhead('m.finished_at')}
                            ORDER BY m.finished_at DESC LIMIT 1) r`,
  ),
  database: statement<[], { isStandby: boolean; takesWrites: boolean; bytes: number }>(
    'operations.database',
    `SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'off' AS "takesWrites",
            pg_database_size(current_database()) AS bytes`,
  ),
  figures: statement<[], BusinessFigures>(
    'operations.figures',
    `SELECT (SELECT count(*) FROM purchases WHERE created_at > now() - interval '1 hour') AS "salesLastHour",
       (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 FROM recharge_requests
         WHERE status = 'pending') AS "oldestRechargeSeconds",
       (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 FROM free_fire_requests
         WHERE status = 'pending') AS "oldestFreeFireSeconds",
       (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 FROM users
         WHERE role = 'reseller' AND status = 'pending') AS "oldestAccountSeconds",
       (SELECT coalesce(extract(epoch FROM now() - min(t.created_at)), 0)::float8 FROM audit_trail t
         WHERE t.id > (SELECT coalesce(max(row_id), 0) FROM audit_trail_seals)) AS "oldestUnsealedSeconds",
       (SELECT coalesce(max(position), 0) FROM audit_trail_seals) AS "trailPosition"`,
  ),
};
