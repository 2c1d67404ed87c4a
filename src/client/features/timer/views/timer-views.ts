import type { ComponentType } from 'react';
import type { OpenEvent } from '../event-context.ts';
import { EventSkeleton } from '../event-skeleton.tsx';
import { type LatePart, latePart } from '../late-part.tsx';
import { exportView, type TimerViewProps, type ViewId, viewList } from './view-list.ts';

/** The parts of the views, each loaded when it is opened. */
const parts: Readonly<Record<ViewId, LatePart<TimerViewProps>>> = {
  'start-list': timerView(() => import('../start-list/start-list-view.tsx').then((m) => m.StartListView)),
  rules: timerView(() => import('../rules/rules-view.tsx').then((m) => m.RulesView)),
  course: timerView(() => import('../course/course-view.tsx').then((m) => m.CourseView)),
  runs: timerView(() => import('../attempts/runs-view.tsx').then((m) => m.RunsView)),
  categories: timerView(() => import('../categories/categories-view.tsx').then((m) => m.CategoriesView)),
  teams: timerView(() => import('../teams/teams-view.tsx').then((m) => m.TeamsView)),
  handicap: timerView(() => import('../handicap/handicap-view.tsx').then((m) => m.HandicapView)),
  check: timerView(() => import('../check/check-view.tsx').then((m) => m.CheckView)),
  rehearsal: timerView(() => import('../rehearsal/rehearsal-view.tsx').then((m) => m.RehearsalView)),
  paper: timerView(() => import('../paper/paper-view.tsx').then((m) => m.PaperView)),
  start: timerView(() => import('../gate/start-gate.tsx').then((m) => m.StartGate)),
  finish: timerView(() => import('../finish/finish-view.tsx').then((m) => m.FinishView)),
  splits: timerView(() => import('../splits/splits-view.tsx').then((m) => m.SplitsView)),
  out: timerView(() => import('../out/out-view.tsx').then((m) => m.OutView)),
  timers: timerView(() => import('../timers/timers-view.tsx').then((m) => m.TimersView)),
  rulings: timerView(() => import('../rulings/rulings-view.tsx').then((m) => m.RulingsView)),
  official: timerView(() => import('../official/official-view.tsx').then((m) => m.OfficialView)),
  screens: timerView(() => import('../screens/screens-view.tsx').then((m) => m.ScreensView)),
  shift: timerView(() => import('../shift/shift-view.tsx').then((m) => m.ShiftView)),
  export: timerView(() => import('../exports/export-view.tsx').then((m) => m.ExportView)),
};

/** Null for a view that does not exist, or that this reader may not open. */
export function findView(id: string, { may }: OpenEvent): LatePart<TimerViewProps> | null {
  const view = [...viewList.flat(), exportView].find((each) => each.id === id && may(each.needs));
  return view === undefined ? null : parts[view.id];
}

function timerView(load: () => Promise<ComponentType<TimerViewProps>>): LatePart<TimerViewProps> {
  return latePart(load, EventSkeleton);
}
