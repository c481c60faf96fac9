import type { FeatureName } from '@almas/contract/features';
import { limits } from '@almas/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, queryClient } from './queries.ts';

/** A live event tells when a switch changes; the rest changes only when the server restarts. */
const configurationQuery = { ...apiQuery('configuration', 'get'), staleTime: Number.POSITIVE_INFINITY };

/**
 * Whether this feature is on (AMB-87): undefined while it is read for the first time, false when it cannot be read. It stays false while a
 * failed read is repeated: each component that asks repeats it, and the screen that shows this component must not be replaced meanwhile.
 */
export function useFeature(name: FeatureName, enabled = true): boolean | undefined {
  const { data, isFetched } = useQuery({ ...configurationQuery, enabled });
  return isFetched ? (data?.extensions.includes(name) ?? false) : undefined;
}

/** The same, and undefined also when it cannot be read. */
export const useKnownFeature = (name: FeatureName): boolean | undefined =>
  useQuery(configurationQuery).data?.extensions.includes(name);

/** The same as a promise, for an action. */
export async function hasFeature(name: FeatureName): Promise<boolean> {
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
  useQuery(configurationQuery).data?.contact ?? { phone: null, email: null, hours: null };
