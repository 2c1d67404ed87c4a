/** Outputs that still disagree with the rules. */
export const KNOWN: readonly string[] = [
  // The rank in the category is by actual time beside a rank by adjusted time.
  'board.csv',
  // By actual time: ties and the place in the category are those of the adjusted order. In a team time trial 'Adjusted rank'
  // has the actual rank.
  'workbook',
  'paper',
  // Without a total the words are those of the first run with a status, not of the racer's own status.
  'first HTML, organiser',
  'organiser board',
  // The same. Teams whose quota viewers cannot see are 'Loading…' for ever without scripts.
  // A team time trial with handicaps whose teams are not shown: racers are by adjusted time here, by actual time elsewhere.
  'first HTML, spectator',
  'spectator page',
];
