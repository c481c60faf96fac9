import { runStatements } from '../../server/src/database/embedded/provision.ts';

/**
 * Keeps the Free Fire service of a database open from 23:00 to midnight too when its hours are 0 to 23, the longest that can be chosen
 * (AMB-14), so that a test of an open service holds at every hour.
 */
export async function openUntilMidnight(ownerUrl: string): Promise<void> {
  await runStatements(
    ownerUrl,
    'ALTER TABLE service_config DROP CONSTRAINT service_config_end_hour_check',
    `CREATE FUNCTION open_until_midnight() RETURNS trigger LANGUAGE plpgsql AS
       'BEGIN NEW.end_hour := 24; RETURN NEW; END'`,
    `CREATE TRIGGER open_until_midnight BEFORE INSERT OR UPDATE ON service_config
       FOR EACH ROW WHEN (NEW.start_hour = 0 AND NEW.end_hour = 23) EXECUTE FUNCTION open_until_midnight()`,
  );
}
