import type { ExportRace, ExportRow } from '../../../domain/exports/export-race.ts';
import type { TeamRules } from '../../../domain/model/race-format.ts';
import { withDecimalSign, word } from '../../../domain/language.ts';
import type { TeamMember, TeamResult } from '../../../domain/model/teams.ts';
import { formatDuration, formatGap } from '../../../domain/timing/format.ts';
import { durationMs } from '../../../domain/units.ts';
import type { PrintColumn } from '../../ui/print/print-pages.tsx';
import { describeLack, describeScore } from '../../leaderboard/team-words.ts';
import type { SheetCell } from '../../ui/sheets.ts';
import { describeState, type ResultColumn } from './result-columns.ts';

/** One racer of one team: a sheet that is sorted another way still says which team the racer is of. */
export interface TeamSheetRow {
  readonly team: TeamResult;
  readonly member: TeamMember;
  readonly racer: ExportRow | undefined;
}

export function listTeamRows({ teams, rows }: ExportRace): TeamSheetRow[] {
  const racers = new Map(rows.map((row) => [row.racerId, row]));
  return teams.flatMap((team) => team.members.map((member) => ({ team, member, racer: racers.get(member.racerId) })));
}

const number = (value: number | null): SheetCell | null => (value === null ? null : { kind: 'number', value });
const text = (value: string | null): SheetCell | null => (value === null ? null : { kind: 'text', text: value });
const time = (ms: number | null): SheetCell | null => (ms === null ? null : { kind: 'time', ms: durationMs(ms) });

/** For the workbook. */
export function teamSheetColumns({ of, score }: TeamRules): ResultColumn<TeamSheetRow>[] {
  const isByPlace = score === 'places';
  return [
    { title: 'Rank', width: 6, of: ({ team }) => number(team.rank) },
    { title: of === 'team' ? 'Team' : 'Club', width: 24, of: ({ team }) => text(team.name) },
    isByPlace
      ? { title: 'Points', width: 10, of: ({ team }) => number(team.score) }
      : { title: 'Team time', width: 13, of: ({ team }) => time(team.score) },
    { title: 'No.', width: 7, of: ({ racer }) => text(racer?.bib ?? null) },
    { title: 'Name', width: 28, of: ({ racer }) => text(racer?.name ?? null) },
    { title: 'Time', width: 13, of: ({ member }) => time(member.ms) },
    ...(isByPlace
      ? [{ title: 'Counted place', width: 14, of: ({ member }: TeamSheetRow) => number(member.place) }]
      : []),
    { title: 'Counts', width: 8, of: ({ member }) => text(member.counts ? word('yes') : word('no')) },
  ];
}

/** For paper: a line for each team, racers who do not count in brackets. Before a team has a result, nobody is left over. */
export function teamPrintColumns(
  { teams, rows, precision: { unit } }: ExportRace,
  rules: TeamRules,
): PrintColumn<TeamResult>[] {
  const racers = new Map(rows.map((row) => [row.racerId, row]));
  const best = teams[0]?.score ?? null;
  const write = ({ racerId, ms, counts }: TeamMember, isScored: boolean) => {
    const racer = racers.get(racerId);
    if (racer === undefined) return '';
    const said = `${racer.name} ${ms === null ? describeState(racer) : withDecimalSign(formatDuration(durationMs(ms), unit))}`;
    return counts || !isScored ? said : `(${said})`;
  };
  return [
    { title: 'Rank', isNumber: true, of: ({ rank }) => (rank === null ? '' : String(rank)) },
    { title: rules.of === 'team' ? 'Team' : 'Club', of: ({ name }) => name },
    { title: 'Racers', of: ({ members, score }) => members.map((each) => write(each, score !== null)).join(', ') },
    {
      title: rules.score === 'places' ? 'Points' : 'Time',
      isNumber: true,
      isStrong: true,
      of: (team) => (team.score === null ? describeLack(team, rules) : describeScore(team.score, rules, unit)),
    },
    ...(rules.score === 'places'
      ? []
      : [
          {
            title: 'Gap',
            isNumber: true,
            of: ({ score }: TeamResult) =>
              score === null || best === null || score === best ? '' : formatGap(durationMs(score - best), unit),
          },
        ]),
  ];
}
