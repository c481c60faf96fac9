import { statement } from '../../database/statement.ts';

/** The configuration of the Free Fire service as stored. */
export interface ServiceConfig {
  readonly isActive: boolean;
  readonly maintenanceMode: boolean;
  readonly startHour: number;
  readonly endHour: number;
  readonly workingDays: number[];
  readonly lastUpdated: string;
  readonly updatedBy: string | null;
}

const columns = `is_active AS "isActive", maintenance_mode AS "maintenanceMode", start_hour AS "startHour",
  end_hour AS "endHour", working_days AS "workingDays", last_updated AS "lastUpdated", updated_by AS "updatedBy"`;

export const serviceConfigStore = {
  read: statement<[], ServiceConfig>(
    'free-fire.service',
    `SELECT ${columns} FROM service_config WHERE id = 'freefire'`,
  ),
  lock: statement<[], ServiceConfig>(
    'free-fire.lock-service',
    `SELECT ${columns} FROM service_config WHERE id = 'freefire' FOR UPDATE`,
  ),
  /** The columns have the defaults (FFS-02..04). */
  createMissing: statement(
    'free-fire.create-service',
    `INSERT INTO service_config (id) VALUES ('freefire') ON CONFLICT DO NOTHING`,
  ),
  merge: statement<
    {
      isActive: boolean | null;
      maintenanceMode: boolean | null;
      startHour: number | null;
      endHour: number | null;
      workingDays: number[] | null;
      adminId: string;
    },
    ServiceConfig
  >(
    'free-fire.configure',
    `UPDATE service_config SET is_active = coalesce(:is_active, is_active), maintenance_mode = coalesce(:maintenance_mode, maintenance_mode),
       start_hour = coalesce(:start_hour, start_hour), end_hour = coalesce(:end_hour, end_hour),
       working_days = coalesce(:working_days, working_days), last_updated = clock_timestamp(), updated_by = :admin_id
     WHERE id = 'freefire' RETURNING ${columns}`,
  ),
};
