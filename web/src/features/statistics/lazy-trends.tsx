import { adminDashboard } from '@almas/locale/screens/admin-dashboard';
import { useEffect, useRef, useState } from 'react';
import { Section } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SkeletonList } from '../../ui/states.tsx';

const waiting = (
  <Section title={adminDashboard.charts.title}>
    <SkeletonList count={1} height={320} />
  </Section>
);
const Trends = lazyPart(() => import('./trends.tsx'), waiting);

/** The distance below the screen at which the charts start to load, in pixels. */
const ahead = '200px';

/** At the bottom of the page: code and data are loaded when the user scrolls there. */
export function LazyTrends() {
  const container = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const target = container.current;
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
  return <div ref={container}>{near ? <Trends /> : waiting}</div>;
}
