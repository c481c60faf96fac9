import { deviceNotifications as words } from '@almas/locale/screens/device-notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '../../lib/use-toasts.ts';
import { messageOf } from '../../platform/network/index.ts';
import { useMe } from '../../platform/session/index.ts';
import { Switch } from '../../ui/switch.tsx';
import {
  type DeviceState,
  readDevice,
  renewDevice,
  turnDeviceOff,
  turnDeviceOn,
} from './device-notifications.ts';

const key = ['push', 'device'] as const;

/** Turns the notifications of this device on and off. The browser's permission prompt appears after the tap, never before. */
export default function DeviceSwitch() {
  const { id, role } = useMe();
  const client = useQueryClient();
  const { say } = useToasts();
  const { data: state } = useQuery({
    queryKey: key,
    // A device whose session has expired is subscribed for this one first, or the switch would show it as off.
    queryFn: () => renewDevice(id).then(readDevice),
    staleTime: 0,
    retry: false,
  });
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnDeviceOn(id) : turnDeviceOff(id)),
    // A read in progress would overwrite the new state with the old one. Not awaited: the permission prompt has to
    // open during the tap.
    onMutate: () => void client.cancelQueries({ queryKey: key }),
    onSuccess: (next: DeviceState, on) => {
      client.setQueryData(key, next);
      if (next === (on ? 'on' : 'off')) say.success(on ? words.turnedOn : words.turnedOff);
    },
    onError: (error) => say.error(messageOf(error, words.failed)),
  });
  const hints: Readonly<Partial<Record<DeviceState, string>>> = {
    denied: words.denied,
    unsupported: words.unsupported,
  };
  const usual = role === 'admin' ? words.administrator : words.reseller;
  return (
    <Switch
      label={words.label}
      hint={state === undefined ? words.checking : (hints[state] ?? usual)}
      checked={change.isPending ? change.variables : state === 'on'}
      disabled={change.isPending || (state !== 'on' && state !== 'off')}
      onChange={(on) => change.mutate(on)}
    />
  );
}
