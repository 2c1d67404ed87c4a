import type { Capability } from '../access/can.ts';
import { ok } from '../result.ts';
import {
  ALWAYS,
  FOR_CORRECTIONS,
  FOR_SAFETY,
  holdsAdjustment,
  holdsAdmin,
  holdsHelper,
  holdsRacers,
  holdsRehearsal,
  holdsShift,
  holdsStop,
} from './capacity.ts';
import { decideInvitation, decideOwner, joinAdmins, leaveAdmins, sendAway } from './decide-admins.ts';
import { addEntries, removeEntry, renameEntry, restoreEntry } from './decide-entries.ts';
import { renameEvent, restoreEvent, rotateKeys, settingsOf, shareEvent } from './decide-event.ts';
import { setDetails, setFormat, setHandicaps, setOfficial } from './decide-format.ts';
import {
  beginRehearsal,
  configureRace,
  endRehearsal,
  nameHelper,
  setBibs,
  setSchedule,
  setStatuses,
  shiftSchedule,
} from './decide-race.ts';
import { addAdjustment, changePrecision, checkTimes, removeAdjustment, setStatus } from './decide-ruling.ts';
import { resumeRace, stopRace } from './decide-stop.ts';
import {
  assignTap,
  chooseTap,
  correctTap,
  enterTap,
  fillTap,
  moveTaps,
  recordTap,
  redoTap,
  seeTap,
  shiftTaps,
  undoShift,
  undoTap,
} from './decide-tap.ts';
import type { CommandOf, CommandType, Decision, DecisionContext } from './decision.ts';
import type { NewEvent } from './decide-new.ts';
import type { EventState } from '../model/state.ts';
import { MAX_CHANGES } from '../limits.ts';

/** Commands on an event that is there. */
export type OnEventType = Exclude<CommandType, NewEvent['type']>;

export interface CommandKind<Type extends OnEventType = OnEventType> {
  /** What the sender must be allowed to do. */
  readonly needs: Capability;
  /** The length of the log up to which the command is taken. */
  readonly room: number;
  /** Whether the event holds one more. Absent: only the length of its log is bounded. */
  fits?(event: EventState, command: CommandOf<Type>): boolean;
  /** The schema version that brought the command: nodes of a version before do not know it. */
  readonly since: number;
  /** On an event that is not deleted, but for 'event.restore'. */
  decide(event: EventState, command: CommandOf<Type>, context: DecisionContext): Decision;
}

/**
 * Every command on an event. A new one is a line here, with its type in `commands.ts`, its schema in
 * `protocol/commands.ts` and its words in `client/app/waiting-commands.ts`: a timing screen loads this table, and needs
 * the words only for a command that was refused. Without any of them the compiler stops.
 */
export const commandKinds: { readonly [Type in OnEventType]: CommandKind<Type> } = {
  'event.rename': { needs: 'rename', room: MAX_CHANGES, since: 1, decide: renameEvent },
  'event.configure': {
    needs: 'configure',
    room: FOR_CORRECTIONS,
    since: 1,
    decide: (event, command) => ok(settingsOf(event, command)),
  },
  'event.delete': { needs: 'delete', room: ALWAYS, since: 1, decide: () => ok([{ type: 'event-deleted' }]) },
  'event.restore': { needs: 'delete', room: FOR_SAFETY, since: 1, decide: restoreEvent },
  'entries.add': { needs: 'addRacers', room: MAX_CHANGES, fits: holdsRacers, since: 1, decide: addEntries },
  'entry.rename': { needs: 'addRacers', room: FOR_CORRECTIONS, since: 9, decide: renameEntry },
  'entry.remove': { needs: 'removeRacers', room: FOR_CORRECTIONS, since: 1, decide: removeEntry },
  'entry.restore': { needs: 'removeRacers', room: FOR_CORRECTIONS, since: 1, decide: restoreEntry },
  'tap.record': { needs: 'time', room: MAX_CHANGES, since: 1, decide: recordTap },
  'tap.undo': { needs: 'time', room: FOR_CORRECTIONS, since: 1, decide: undoTap },
  'tap.redo': { needs: 'time', room: FOR_CORRECTIONS, since: 1, decide: redoTap },
  'tap.correct': { needs: 'time', room: FOR_CORRECTIONS, since: 1, decide: correctTap },
  'tap.choose': { needs: 'time', room: FOR_CORRECTIONS, since: 1, decide: chooseTap },
  'tap.assign': { needs: 'time', room: FOR_CORRECTIONS, since: 1, decide: assignTap },
  'tap.enter': { needs: 'time', room: MAX_CHANGES, since: 3, decide: enterTap },
  'tap.see': { needs: 'time', room: MAX_CHANGES, since: 9, decide: seeTap },
  'tap.fill': { needs: 'time', room: FOR_CORRECTIONS, since: 3, decide: fillTap },
  'taps.shift': { needs: 'time', room: FOR_CORRECTIONS, fits: holdsShift, since: 3, decide: shiftTaps },
  'shift.undo': { needs: 'time', room: FOR_CORRECTIONS, since: 3, decide: undoShift },
  'taps.move': { needs: 'time', room: FOR_CORRECTIONS, since: 6, decide: moveTaps },
  'status.set': { needs: 'time', room: FOR_CORRECTIONS, since: 2, decide: setStatus },
  'adjustment.add': { needs: 'time', room: FOR_CORRECTIONS, fits: holdsAdjustment, since: 2, decide: addAdjustment },
  'adjustment.remove': { needs: 'time', room: FOR_CORRECTIONS, since: 2, decide: removeAdjustment },
  'statuses.set': { needs: 'time', room: FOR_CORRECTIONS, since: 3, decide: setStatuses },
  'times.check': { needs: 'time', room: FOR_CORRECTIONS, since: 9, decide: checkTimes },
  'precision.set': {
    needs: 'configure',
    room: FOR_CORRECTIONS,
    since: 2,
    decide: ({ precision }, command) => ok(changePrecision(precision, command.precision)),
  },
  'bibs.set': { needs: 'time', room: FOR_CORRECTIONS, since: 3, decide: setBibs },
  'schedule.set': { needs: 'time', room: MAX_CHANGES, since: 3, decide: setSchedule },
  'schedule.shift': { needs: 'time', room: MAX_CHANGES, since: 3, decide: shiftSchedule },
  'race.configure': { needs: 'configure', room: FOR_CORRECTIONS, since: 3, decide: configureRace },
  'format.set': { needs: 'configure', room: FOR_CORRECTIONS, since: 5, decide: setFormat },
  'details.set': { needs: 'addRacers', room: FOR_CORRECTIONS, since: 5, decide: setDetails },
  'handicaps.set': { needs: 'time', room: FOR_CORRECTIONS, since: 5, decide: setHandicaps },
  'official.set': { needs: 'configure', room: FOR_CORRECTIONS, since: 5, decide: setOfficial },
  'helper.name': { needs: 'time', room: MAX_CHANGES, fits: holdsHelper, since: 3, decide: nameHelper },
  'rehearsal.begin': { needs: 'configure', room: MAX_CHANGES, fits: holdsRehearsal, since: 3, decide: beginRehearsal },
  'rehearsal.end': { needs: 'time', room: ALWAYS, since: 3, decide: endRehearsal },
  'race.stop': { needs: 'time', room: FOR_SAFETY, fits: holdsStop, since: 8, decide: stopRace },
  'race.resume': { needs: 'time', room: FOR_SAFETY, since: 8, decide: resumeRace },
  'admin.invite': { needs: 'inviteAdmins', room: MAX_CHANGES, fits: holdsAdmin, since: 1, decide: decideInvitation },
  'admin.join': { needs: 'join', room: MAX_CHANGES, fits: holdsAdmin, since: 1, decide: joinAdmins },
  'admin.remove': { needs: 'removeAdmins', room: FOR_SAFETY, since: 1, decide: sendAway },
  'admin.uninvite': { needs: 'removeAdmins', room: FOR_SAFETY, since: 1, decide: sendAway },
  'admin.leave': { needs: 'leave', room: FOR_SAFETY, since: 1, decide: leaveAdmins },
  'owner.change': { needs: 'handOver', room: FOR_CORRECTIONS, since: 1, decide: decideOwner },
  'group.share': { needs: 'share', room: MAX_CHANGES, since: 1, decide: shareEvent },
  'group.withdraw': {
    needs: 'share',
    room: FOR_SAFETY,
    since: 1,
    decide: ({ sharedGroup }) => ok(sharedGroup === null ? [] : [{ type: 'event-withdrawn' }]),
  },
  'keys.rotate': { needs: 'rotateKeys', room: FOR_SAFETY, since: 1, decide: rotateKeys },
};

export const kindOfCommand = (type: OnEventType): CommandKind => commandKinds[type] as CommandKind;
