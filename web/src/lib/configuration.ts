import type { AlmasContract } from '@almas/contract';
import { limits } from '@almas/contract/limits';
import type { Output } from '@almas/contract/route';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, queryClient } from './queries.ts';

type Extension = Output<AlmasContract['configuration']['get']>['extensions'][number];

/** It changes with a new start of the server only. */
const configurationQuery = { ...apiQuery('configuration', 'get'), staleTime: Number.POSITIVE_INFINITY };

/** What this deployment has turned on (AMB-87): undefined while it is being asked, off when it cannot be read. */
export function useExtension(name: Extension): boolean | undefined {
  const { data, isPending } = useQuery(configurationQuery);
  return isPending ? undefined : (data?.extensions.includes(name) ?? false);
}

/** The same, for something that is about to be done. */
export async function hasExtension(name: Extension): Promise<boolean> {
  const { extensions } = await queryClient.ensureQueryData(configurationQuery);
  return extensions.includes(name);
}

/** Whether a forgotten password can be replaced by e-mail here; no, when it cannot be read. */
export const sendsPasswordResets = (): Promise<boolean> =>
  queryClient.ensureQueryData(configurationQuery).then(
    ({ passwordReset }) => passwordReset,
    () => false,
  );

/** The amount (DA) above which a screen asks once more; the default while the configuration is unknown. */
export const useConfirmAbove = (): number =>
  useQuery(configurationQuery).data?.confirmAmountAbove ?? limits.confirmAmountAbove;

/** Whom to ask for an activation or a forgotten password; neither while the configuration is unknown. */
export const useOperatorContact = () =>
  useQuery(configurationQuery).data?.contact ?? { phone: null, email: null };
