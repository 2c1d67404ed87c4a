/** Pictures of the screens on which the texts of a folder stand, for translators. @type {readonly (readonly [string, string])[]} */
const PICTURES = [
  ['client/features/login', 'docs/guide/images/sign-up.webp'],
  ['client/features/home/racers', 'docs/guide/images/add-many.webp'],
  ['client/features/timer/dialogs', 'docs/guide/images/add-racers.webp'],
  ['client/features/timer', 'docs/guide/images/start.webp'],
  ['client/features/finish/line', 'docs/guide/images/finish-line.webp'],
  ['client/event/share', 'docs/guide/images/share.webp'],
  ['client/features/watch', 'docs/guide/images/viewer.webp'],
  ['client/leaderboard', 'docs/guide/images/finish.webp'],
  ['client/timing', 'docs/guide/images/no-signal.webp'],
  ['client/features/operator', 'docs/guide/images/operator.webp'],
  ['telemetry/client/analysis/run-page', 'src/client/public/pictures/run-light.webp'],
  ['telemetry/client/analysis/compare-runs', 'src/client/public/pictures/compare-light.webp'],
];

/** @param {string} group */
export const picturesOf = (group) =>
  PICTURES.flatMap(([folder, picture]) => (group === folder || group.startsWith(`${folder}/`) ? [picture] : []));
