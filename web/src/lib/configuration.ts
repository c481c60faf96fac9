import type { AlmasContract } from '@almas/contract';
import { limits } from '@almas/contract/limits';
import type { Output } from '@almas/contract/route';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, queryClient } from './queries.ts';

type Extension = Output<AlmasContract['configuration']['get']>['extensions'][number];

/** The configuration changes only when the server restarts. */
const configurationQuery = { ...apiQuery('configuration', 'get'), staleTime: Number.POSITIVE_INFINITY };

/** Whether the deployment has this extension on (AMB-87): undefined while loading, false when it cannot be read. */
export function useExtension(name: Extension): boolean | undefined {
  const { data, isPending } = useQuery(configurationQuery);
  return isPending ? undefined : (data?.extensions.includes(name) ?? false);
}

/** The same as a promise, for an action. */
export async function hasExtension(name: Extension): Promise<boolean> {
  const { extensions } = await queryClient.ensureQueryData(configurationQuery);
  return extensions.includes(name);
}

/** Whether this deployment sends password reset links by e-mail; false when it cannot be read. */
export const sendsPasswordResets = (): Promise<boolean> =>
  queryClient.ensureQueryData(configurationQuery).then(
    ({ passwordReset }) => passwordReset,
    () => false,
  );

/** The amount (DA) above which the screens ask for a confirmation; the default while the configuration is loading. */
export const useConfirmAbove = (): number =>
  useQuery(configurationQuery).data?.confirmAmountAbove ?? limits.confirmAmountAbove;

/** The operator's contact for an activation or a forgotten password; empty while the configuration is loading. */
export const useOperatorContact = () =>
  useQuery(configurationQuery).data?.contact ?? { phone: null, email: null };
