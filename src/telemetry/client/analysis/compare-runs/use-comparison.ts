import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { type Comparison, comparisonOf, type CompareProblem, moveSettled } from '../../../domain/compare/compare.ts';
import { gateAt } from '../../../domain/compare/gates.ts';
import { ok, type Result } from '../../../../domain/result.ts';
import { useRunLibrary } from '../../run-sync/use-run-library.ts';
import type { Deriver } from '../deriving/deriver.ts';
import { useNewest } from '../deriving/use-newest.ts';
import type { RaceResult } from '../race-result/use-race-result.ts';
import { chooseParts, type Gates, gatesFrom, partsBetween } from './choose-parts.ts';
import { type Part, partOf, type Side } from './side.ts';

export interface ComparedSide {
  readonly side: Side;
  readonly parts: readonly Part[];
  readonly part: Part;
  readonly choose: (partId: string) => void;
}

export interface Compared {
  readonly a: ComparedSide;
  readonly b: ComparedSide;
  readonly gates: Gates | null;
  readonly moveGate: (gateId: string, fix: number) => void;
  /** Of the two parts; null until the first is there. */
  readonly comparison: Result<Comparison, CompareProblem> | null;
}

const SAVE_AFTER_MS = 800;

export function useComparison(
  deriver: Deriver | null,
  sideA: Side,
  sideB: Side,
  raceA: RaceResult | null,
  raceB: RaceResult | null,
): Compared {
  const [moved, setMoved] = useState<Gates | null>(null);
  const [chosenA, setChosenA] = useState<string | null>(null);
  const [chosenB, setChosenB] = useState<string | null>(null);
  const saved = useGatesOf(sideA);
  const gates = useMemo(() => moved ?? saved ?? gatesFrom(sideA), [moved, saved, sideA]);
  useSavedGates(sideA, moved);

  // The gate follows the finger at once; the comparison may take a frame more.
  const calmGates = useDeferredValue(gates);
  const ofA = useMemo(() => partsOf(sideA, raceA, calmGates), [sideA, raceA, calmGates]);
  const ofB = useMemo(() => partsOf(sideB, raceB, calmGates), [sideB, raceB, calmGates]);
  const [firstA, firstB] = useMemo(
    () => chooseParts(ofA, ofB, moved !== null || saved !== null),
    [ofA, ofB, moved, saved],
  );
  const partA = ofA.all.find(({ id }) => id === chosenA) ?? firstA;
  const partB = ofB.all.find(({ id }) => id === chosenB) ?? firstB;
  const wish = useMemo(() => ({ sideA, sideB, partA, partB }), [sideA, sideB, partA, partB]);
  const settled = useNewest(wish, deriver === null ? null : (wished) => settle(deriver, wished));
  // The parts change together with what is said of them.
  const shown = settled?.wish ?? wish;

  return {
    a: { side: sideA, parts: ofA.all, part: shown.partA, choose: setChosenA },
    b: { side: sideB, parts: ofB.all, part: shown.partB, choose: setChosenB },
    gates,
    comparison: settled?.value ?? null,
    moveGate(gateId, fix) {
      if (gates === null) return;
      const gate = gateAt(sideA.track, fix);
      setMoved(gateId === 'start' ? { ...gates, start: gate } : { ...gates, finish: gate });
      // A user who moves a gate wants to compare what lies between the gates.
      setChosenA(null);
      setChosenB(null);
    },
  };
}

interface Wish {
  readonly sideA: Side;
  readonly sideB: Side;
  readonly partA: Part;
  readonly partB: Part;
}

/** The worker compares on the sources' own timelines. */
async function settle(
  deriver: Deriver,
  { sideA, sideB, partA, partB }: Wish,
): Promise<Result<Comparison, CompareProblem>> {
  const own = ({ source, offset }: Side, { lapse }: Part) => ({
    source,
    lapse: { from: lapse.from - offset, to: lapse.to - offset },
  });
  const settled = await deriver.ask({ kind: 'settle', a: own(sideA, partA), b: own(sideB, partB) });
  return settled.ok ? ok(comparisonOf(moveSettled(settled.value, sideA.offset, sideB.offset))) : settled;
}

function partsOf(side: Side, race: RaceResult | null, gates: Gates | null) {
  const cut = race?.kind === 'result' && race.cut.kind === 'cut' ? race.cut : null;
  const racePart = cut === null ? null : partOf('race', 'Race', cut);
  const between = partsBetween(side.track, gates);
  const all = [...(racePart === null ? [] : [racePart]), ...side.laps, ...between, side.whole];
  return { side, race: racePart, between, all };
}

function useGatesOf({ run }: Side): Gates | null {
  const { start, finish } = run.details.gates;
  return useMemo(() => (start === null || finish === null ? null : { start, finish }), [start, finish]);
}

/** Gates are saved with the run that they were set on, for the next visit. */
function useSavedGates({ run }: Side, moved: Gates | null): void {
  const library = useRunLibrary();
  const isOwner = run.role === 'owner';
  useEffect(() => {
    if (moved === null || !isOwner) return;
    const timer = setTimeout(() => {
      void library.change(run.id, (details) => ({ ...details, gates: moved }));
    }, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [library, run.id, isOwner, moved]);
}
