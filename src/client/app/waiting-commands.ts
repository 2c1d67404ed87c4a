import type { Command } from '../../protocol/commands.ts';
import { writeSecond } from '../ui/moment.ts';

const labels: Readonly<Record<Command['type'], string>> = {
  'event.create': 'Create an event',
  'event.duplicate': 'Duplicate an event',
  'event.rename': 'Rename an event',
  'event.delete': 'Delete an event',
  'event.restore': 'Bring an event back',
  'event.configure': 'Change the settings of an event',
  'entries.add': 'Add racers',
  'entry.rename': 'Rename a racer',
  'entry.remove': 'Remove a racer',
  'entry.restore': 'Bring a racer back',
  'tap.record': 'Tap',
  'tap.undo': 'Undo a tap',
  'tap.redo': 'Redo a tap',
  'tap.correct': 'Correct a time',
  'tap.choose': 'Choose a reading',
  'tap.assign': 'Assign a tap',
  'tap.enter': 'Type in a time',
  'tap.fill': 'Fill a missing time',
  'taps.shift': 'Move several times',
  'shift.undo': 'Move several times back',
  'taps.move': 'Move times to another line',
  'status.set': 'Set a status',
  'statuses.set': 'Set several statuses',
  'adjustment.add': 'Add a penalty or bonus',
  'adjustment.remove': 'Take back a penalty or bonus',
  'times.check': 'Say that a time is right',
  'precision.set': 'Change the precision of results',
  'bibs.set': 'Give numbers',
  'schedule.set': 'Arrange the start list',
  'schedule.shift': 'Move the start list',
  'race.configure': 'Change how the race is run',
  'format.set': 'Change how results are made',
  'details.set': 'Change the details of racers',
  'handicaps.set': 'Change handicaps',
  'official.set': 'Declare the results official, or not',
  'helper.name': 'Say who is timing',
  'rehearsal.begin': 'Begin a rehearsal',
  'rehearsal.end': 'End a rehearsal',
  'race.stop': 'Stop the race',
  'race.resume': 'Let the race go on',
  'admin.invite': 'Invite an admin',
  'admin.join': 'Join as a guest admin',
  'admin.remove': 'Remove an admin',
  'admin.uninvite': 'Take an invitation back',
  'admin.leave': 'Leave an event',
  'owner.change': 'Hand an event over',
  'group.share': 'Share an event',
  'group.withdraw': 'Stop sharing an event',
  'keys.rotate': 'Change a link',
  'racer.create': 'Create a racer',
  'racer.rename': 'Rename a racer',
  'racer.describe': 'Change the details of a racer',
  'racer.tag': 'Tag a racer',
  'racer.untag': 'Untag a racer',
  'racer.delete': 'Delete a racer',
  'racer.restore': 'Bring a racer back',
};

/** The command in a user's words, and when it was made by this device's clock. */
export function describeCommand(command: Command): string {
  const what = command.type === 'tap.record' ? tapLabel(command.line) : labels[command.type];
  return `${what}, ${writeSecond(command.captured.wall)}`;
}

const tapLabel = (line: string): string => (line === 'start' ? 'Start' : line === 'finish' ? 'Finish' : 'Split');
