import type { FreeFireService } from '@almas/contract/free-fire';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toastsOf } from '../../../lib/toast-store.ts';
import { api, apiQuery, messageOf, queryClient, refresh } from '../../../platform/network/index.ts';

const words = adminFreeFire.service;
const say = toastsOf('free-fire-service');
const serviceKey = apiQuery('freeFire', 'service').queryKey;

/** A schedule is changed by several taps: it is saved after this long without one. */
const scheduleRestMilliseconds = 900;

type Settings = Pick<
  FreeFireService,
  'isActive' | 'maintenanceMode' | 'startHour' | 'endHour' | 'workingDays'
>;

/**
 * The settings with unsaved changes: shown immediately, saved sequentially in the order of the taps, hours and
 * days of one schedule together, and reverted when the server refuses.
 */
export function useServiceSettings(service: FreeFireService) {
  const [changed, setChanged] = useState<Partial<Settings>>({});
  // Several taps may happen before one render: each builds on the one before.
  const latest = useRef<Settings>(service);
  const line = useRef<Promise<void>>(Promise.resolve());
  const waiting = useRef(0);
  useEffect(() => {
    if (waiting.current === 0 && Object.keys(schedule.current).length === 0) latest.current = service;
  }, [service]);

  const save = async (part: Partial<Settings>, done: string) => {
    try {
      queryClient.setQueryData(serviceKey, await api.freeFire.configure({ body: part }));
      say.success(done);
    } catch (error) {
      say.error(messageOf(error, words.failed));
      await refresh('freeFire');
    }
    waiting.current -= 1;
    if (waiting.current > 0 || Object.keys(schedule.current).length > 0) return;
    // A refused change is in none of the next ones.
    latest.current = queryClient.getQueryData<FreeFireService>(serviceKey) ?? latest.current;
    setChanged({});
  };
  const send = (part: Partial<Settings>, done: string) => {
    waiting.current += 1;
    line.current = line.current.then(() => save(part, done));
  };
  const sending = useRef(send);
  sending.current = send;
  /** The hours and days of a schedule that is being changed: saved together after a pause. */
  const schedule = useRef<Partial<Settings>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (Object.keys(schedule.current).length === 0) return;
    const part = schedule.current;
    schedule.current = {};
    sending.current(part, words.hoursDone);
  }, []);
  // Leaving the page saves pending changes.
  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);
  const show = (part: Partial<Settings>) => {
    latest.current = { ...latest.current, ...part };
    setChanged((before) => ({ ...before, ...part }));
  };
  const change = (part: Partial<Settings>, done: string) => {
    show(part);
    flush();
    send(part, done);
  };
  const changeSchedule = (part: Partial<Settings>) => {
    show(part);
    schedule.current = { ...schedule.current, ...part };
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, scheduleRestMilliseconds);
  };
  const toggleDay = (day: number) => {
    const days = latest.current.workingDays;
    const next = days.includes(day) ? days.filter((other) => other !== day) : [...days, day].sort();
    if (next.length === 0) return say.warning(words.dayRequired);
    changeSchedule({ workingDays: next });
  };
  return {
    settings: { ...service, ...changed },
    setSwitch: (part: Partial<Settings>) => change(part, words.statusDone),
    setHours: changeSchedule,
    toggleDay,
  };
}
