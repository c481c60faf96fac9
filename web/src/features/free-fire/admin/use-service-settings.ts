import type { FreeFireService } from '@almas/contract/free-fire';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { apiQuery, queryClient, refresh } from '../../../lib/queries.ts';
import { toast } from '../../../lib/toast-store.ts';

const words = adminFreeFire.service;
const serviceKey = apiQuery('freeFire', 'service').queryKey;

type Settings = Pick<
  FreeFireService,
  'isActive' | 'maintenanceMode' | 'startHour' | 'endHour' | 'workingDays'
>;

/**
 * The settings with what was just changed: shown at once, saved one after the other in the order of the taps, and
 * taken back when the server refuses.
 */
export function useServiceSettings(service: FreeFireService) {
  const [changed, setChanged] = useState<Partial<Settings>>({});
  // Several taps may come before one rendering: each builds on the one before.
  const latest = useRef<Settings>(service);
  const line = useRef<Promise<void>>(Promise.resolve());
  const waiting = useRef(0);
  useEffect(() => {
    if (waiting.current === 0) latest.current = service;
  }, [service]);

  const save = async (part: Partial<Settings>, done: string) => {
    try {
      queryClient.setQueryData(serviceKey, await api.freeFire.configure({ body: part }));
      toast.success(done);
    } catch (error) {
      toast.error(messageOf(error, words.failed));
      await refresh('freeFire');
    }
    waiting.current -= 1;
    if (waiting.current === 0) setChanged({});
  };
  const change = (part: Partial<Settings>, done: string) => {
    latest.current = { ...latest.current, ...part };
    setChanged((before) => ({ ...before, ...part }));
    waiting.current += 1;
    line.current = line.current.then(() => save(part, done));
  };
  const toggleDay = (day: number) => {
    const days = latest.current.workingDays;
    const next = days.includes(day) ? days.filter((other) => other !== day) : [...days, day].sort();
    if (next.length === 0) return toast.warning(words.dayRequired);
    change({ workingDays: next }, words.hoursDone);
  };
  return {
    settings: { ...service, ...changed },
    setSwitch: (part: Partial<Settings>) => change(part, words.statusDone),
    setHours: (part: Partial<Settings>) => change(part, words.hoursDone),
    toggleDay,
  };
}
