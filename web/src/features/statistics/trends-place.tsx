import { adminDashboard } from '@almas/locale/screens/admin-dashboard';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Section } from '../../ui/card.tsx';
import { SkeletonList } from '../../ui/states.tsx';

const Trends = lazy(() => import('./trends.tsx'));

/** How far below the screen the pictures begin to load, in pixels. */
const ahead = '200px';

/** Below what the day's work needs: code and figures come when somebody scrolls there. */
export function TrendsPlace() {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const target = place.current;
    if (!target) return;
    const watch = new IntersectionObserver(
      ([seen]) => {
        if (!seen?.isIntersecting) return;
        setNear(true);
        watch.disconnect();
      },
      { rootMargin: ahead },
    );
    watch.observe(target);
    return () => watch.disconnect();
  }, []);
  const waiting = (
    <Section title={adminDashboard.charts.title}>
      <SkeletonList count={1} height={320} />
    </Section>
  );
  return (
    <div ref={place}>
      {near ? (
        <Suspense fallback={waiting}>
          <Trends />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}
