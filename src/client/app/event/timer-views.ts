import type { ComponentType } from 'react';
import { EventSkeleton } from '../../event/event-skeleton.tsx';
import { type LatePart, latePart } from '../../event/late-part.tsx';
import type { TimerViewProps, ViewId } from '../../event/view-list.ts';

/** The parts of the views, each loaded when it is opened. */
export const parts: Readonly<Record<ViewId, LatePart<TimerViewProps>>> = {
  'start-list': timerView(() =>
    import('../../features/start/start-list/start-list-view.tsx').then((m) => m.StartListView),
  ),
  rules: timerView(() => import('../../features/settings/rules/rules-view.tsx').then((m) => m.RulesView)),
  course: timerView(() => import('../../features/settings/course/course-view.tsx').then((m) => m.CourseView)),
  runs: timerView(() => import('../../features/settings/runs/runs-view.tsx').then((m) => m.RunsView)),
  categories: timerView(() =>
    import('../../features/settings/categories/categories-view.tsx').then((m) => m.CategoriesView),
  ),
  teams: timerView(() => import('../../features/settings/teams/teams-view.tsx').then((m) => m.TeamsView)),
  handicap: timerView(() => import('../../features/settings/handicap/handicap-view.tsx').then((m) => m.HandicapView)),
  check: timerView(() => import('../../features/start/check/check-view.tsx').then((m) => m.CheckView)),
  rehearsal: timerView(() => import('../../features/start/rehearsal/rehearsal-view.tsx').then((m) => m.RehearsalView)),
  paper: timerView(() => import('../../features/start/paper/paper-view.tsx').then((m) => m.PaperView)),
  start: timerView(() => import('../../features/start/gate/start-gate.tsx').then((m) => m.StartGate)),
  finish: timerView(() => import('../../features/finish/line/finish-view.tsx').then((m) => m.FinishView)),
  splits: timerView(() => import('../../features/finish/splits/splits-view.tsx').then((m) => m.SplitsView)),
  out: timerView(() => import('../../features/finish/out/out-view.tsx').then((m) => m.OutView)),
  timers: timerView(() => import('../../features/finish/timekeepers/timers-view.tsx').then((m) => m.TimersView)),
  stop: timerView(() => import('../../features/start/stop/stop-view.tsx').then((m) => m.StopView)),
  rulings: timerView(() => import('../../features/rulings/statuses/rulings-view.tsx').then((m) => m.RulingsView)),
  official: timerView(() => import('../../features/rulings/official/official-view.tsx').then((m) => m.OfficialView)),
  screens: timerView(() => import('../../features/settings/screens/screens-view.tsx').then((m) => m.ScreensView)),
  shift: timerView(() => import('../../features/rulings/shift/shift-view.tsx').then((m) => m.ShiftView)),
  export: timerView(() => import('../../features/exports/export-view.tsx').then((m) => m.ExportView)),
};

function timerView(load: () => Promise<ComponentType<TimerViewProps>>): LatePart<TimerViewProps> {
  return latePart(load, EventSkeleton);
}
