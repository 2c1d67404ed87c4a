import { type LatePart, latePart } from '../../event/late-part.tsx';
import type { TimerViewProps, ViewId } from '../../event/view-list.ts';

/** The parts of the views, each loaded when it is opened. */
export const parts: Readonly<Record<ViewId, LatePart<TimerViewProps>>> = {
  'start-list': latePart(() =>
    import('../../features/start/start-list/start-list-view.tsx').then((m) => m.StartListView),
  ),
  rules: latePart(() => import('../../features/settings/rules/rules-view.tsx').then((m) => m.RulesView)),
  course: latePart(() => import('../../features/settings/course/course-view.tsx').then((m) => m.CourseView)),
  runs: latePart(() => import('../../features/settings/runs/runs-view.tsx').then((m) => m.RunsView)),
  categories: latePart(() =>
    import('../../features/settings/categories/categories-view.tsx').then((m) => m.CategoriesView),
  ),
  teams: latePart(() => import('../../features/settings/teams/teams-view.tsx').then((m) => m.TeamsView)),
  handicap: latePart(() => import('../../features/settings/handicap/handicap-view.tsx').then((m) => m.HandicapView)),
  check: latePart(() => import('../../features/start/check/check-view.tsx').then((m) => m.CheckView)),
  rehearsal: latePart(() => import('../../features/start/rehearsal/rehearsal-view.tsx').then((m) => m.RehearsalView)),
  paper: latePart(() => import('../../features/start/paper/paper-view.tsx').then((m) => m.PaperView)),
  start: latePart(() => import('../../features/start/gate/start-gate.tsx').then((m) => m.StartGate)),
  finish: latePart(() => import('../../features/finish/line/finish-view.tsx').then((m) => m.FinishView)),
  camera: latePart(() => import('../../features/camera/camera-view.tsx').then((m) => m.CameraView)),
  splits: latePart(() => import('../../features/finish/splits/splits-view.tsx').then((m) => m.SplitsView)),
  out: latePart(() => import('../../features/finish/out/out-view.tsx').then((m) => m.OutView)),
  timers: latePart(() => import('../../features/finish/timekeepers/timers-view.tsx').then((m) => m.TimersView)),
  stop: latePart(() => import('../../features/start/stop/stop-view.tsx').then((m) => m.StopView)),
  rulings: latePart(() => import('../../features/rulings/statuses/rulings-view.tsx').then((m) => m.RulingsView)),
  official: latePart(() => import('../../features/rulings/official/official-view.tsx').then((m) => m.OfficialView)),
  screens: latePart(() => import('../../features/settings/screens/screens-view.tsx').then((m) => m.ScreensView)),
  shift: latePart(() => import('../../features/rulings/shift/shift-view.tsx').then((m) => m.ShiftView)),
  export: latePart(() => import('../../features/exports/export-view.tsx').then((m) => m.ExportView)),
};
