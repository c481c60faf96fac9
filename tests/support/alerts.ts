import { type Alert, onAlert } from '../../server/src/modules/alerts/raise-alert.ts';

/** The alerts that are raised while `work` runs. */
export async function alertsOf(work: () => Promise<unknown>): Promise<Alert[]> {
  const alerts: Alert[] = [];
  const stop = onAlert((alert) => alerts.push(alert));
  await work();
  stop();
  return alerts;
}
