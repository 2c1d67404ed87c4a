import { useEffect, useMemo, useState } from 'react';
import { type AgeStandards, findStandard } from '../../../../domain/handicap/age-grade.ts';
import { propose } from '../../../../domain/handicap/propose.ts';
import { ok } from '../../../../domain/result.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { Preview } from './preview.tsx';
import { takeWhenThere } from '../../../loading/take-when-there.ts';

/** Age grades of running, by standards that are loaded here. */
export function GradePart({ open }: { readonly open: OpenEvent }) {
  const { event } = open;
  const [standards, setStandards] = useState<AgeStandards | 'failed' | null>(null);
  useEffect(() => takeWhenThere(loadStandards(), setStandards), []);
  const known = standards === 'failed' ? null : standards;
  const proposals = useMemo(
    () =>
      known &&
      propose(event, (looked) => {
        const standard = findStandard(known, looked);
        return standard.ok ? ok({ ms: standard.value, betweenAges: null, betweenMeters: null }) : standard;
      }),
    [event, known],
  );
  return (
    <>
      <p className="text-ink-2">
        For running on the road, 1 mile to 200 km, ages 5 to 99. A grade is the best time for age and gender as a
        percentage of the racer’s own time, so you can compare everyone. The times below are those best times.
      </p>
      {standards === 'failed' && (
        <Notice tone="bad">The standards didn’t arrive. Check your connection and open this page again.</Notice>
      )}
      {proposals !== null && known !== null && (
        <Preview open={open} proposals={proposals} rule="grade" source={`Road running ${known.version}`} />
      )}
      <p className="text-14 text-ink-2">
        Standards by Alan Lytton Jones, 2025, approved for masters’ road running in the USA; in the public domain.
      </p>
    </>
  );
}

const loadStandards = (): Promise<AgeStandards | 'failed'> =>
  import('../../../../domain/handicap/road-standards.ts').then(
    ({ roadStandards }) => roadStandards,
    () => 'failed',
  );
