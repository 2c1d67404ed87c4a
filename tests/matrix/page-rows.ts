import type { PageBlock } from '../../src/protocol/page-data.ts';
import { type Page, pages } from '../../src/protocol/routes.ts';
import { screenPath } from '../../src/protocol/screen-address.ts';
import { actors, type Target, targetsOf } from './actors.ts';
import { askAs, type Cell, nameOf, personOf, type Seen, seenIn, shapeOf, type World } from './cell.ts';
import { expectOwnBoard, expectScreenPage, expectTimerPage, type Outcome, viewerKind } from './rules.ts';
import { keyOf } from './stage.ts';

type PageRow = 'the same for everybody, with who is looking' | 'an event' | 'a group';

const same: PageRow = 'the same for everybody, with who is looking';

/** Every page. A missing page does not compile. */
const pageRows: Readonly<Record<Page, PageRow>> = {
  '/landing': same,
  '/login': same,
  '/forgot-password': same,
  '/reset-password': same,
  '/verify-email': same,
  '/not-my-account': same,
  '/stop-mail': same,
  '/follow': same,
  '/unfollow': same,
  '/tos': same,
  '/privacypolicy': same,
  '/homepage': same,
  '/account': same,
  '/buy-credits': same,
  '/checkout': same,
  '/analysis': same,
  '/analysis/:runId': same,
  '/series': same,
  '/series/:seriesId': same,
  '/racers/:racerId': same,
  '/compare': same,
  '/coach': same,
  '/developers': same,
  '/on-this-phone': same,
  '/timer': 'an event',
  '/events': 'a group',
};

function blockIn(html: string): PageBlock {
  const found = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html);
  return JSON.parse(found?.[1] ?? '{}') as PageBlock;
}

async function open(world: World, cell: Cell, path: string, describe: (block: PageBlock) => Outcome): Promise<Seen> {
  const { cookie } = personOf(world, cell.actor);
  const reply = await askAs(world, cell.actor, nameOf(cell), { path, cookie });
  if (reply.status !== 200) return seenIn(reply, []);
  const block = blockIn(reply.text);
  return { outcome: `allowed as ${block.viewer?.kind}${describe(block)}`, shape: shapeOf(reply) };
}

function openTimer(world: World, cell: Cell): Promise<Seen> {
  const { actor } = cell;
  const target = cell.target as Target;
  const race = world.stage.raceFor(actor, target);
  const key = keyOf(world.stage, actor, target, race) ?? 'guessed1';
  const path = `/timer?eventId=${race.id}&guestViewerKey=${encodeURIComponent(key)}`;
  return open(world, cell, path, sayEvent);
}

function openOwnBoard(world: World, cell: Cell): Promise<Seen> {
  const race = world.stage.raceFor(cell.actor, cell.target as Target);
  return open(world, cell, `/timer?eventId=${race.id}`, sayEvent);
}

const sayEvent = ({ page }: PageBlock): Outcome => (page?.kind === 'event' ? ', with the event' : ', without an event');

/** SC3: a screen's page opens for the key of a screen alone, and names nobody. */
function openScreen(world: World, cell: Cell): Promise<Seen> {
  const { actor } = cell;
  const target = cell.target as Target;
  const race = world.stage.raceFor(actor, target);
  const path = screenPath(race.id, 'board', keyOf(world.stage, actor, target, race) ?? 'screen-guessed');
  return open(world, cell, path, ({ page }) => (page?.kind === 'event' ? ', with the event' : ', without an event'));
}

function openGroup(world: World, cell: Cell): Promise<Seen> {
  const groupId = cell.target === 'missing' ? 'nothing-here' : world.people.of.owner.userId;
  return open(world, cell, `/events?id=${groupId}`, ({ page }) => {
    if (page?.kind !== 'group') return ', without a group';
    return page.group.name === null ? ', an unknown group' : ', the group';
  });
}

export function pageCells(): Cell[] {
  const cells: Cell[] = [];
  for (const page of pages) {
    for (const actor of actors) {
      const add = (
        target: Cell['target'],
        expected: Outcome,
        attempt: (world: World, cell: Cell) => Promise<Seen>,
        action: string = page,
      ) => {
        const mustLookAlike = pageRows[page] === 'an event';
        const cell: Cell = { action, actor, target, expected, mustLookAlike, attempt: (w) => attempt(w, cell) };
        cells.push(cell);
      };
      const looking = `allowed as ${viewerKind(actor)}`;
      if (pageRows[page] === 'an event') {
        for (const target of targetsOf(actor)) {
          add(target, expectTimerPage(actor, target), openTimer);
          add(target, expectOwnBoard(actor, target), openOwnBoard, `${page} without a key`);
          add(target, expectScreenPage(actor, target), openScreen, `${page} as a screen`);
        }
      } else if (pageRows[page] === 'a group') {
        add("other's", `${looking}, the group`, openGroup);
        add('missing', `${looking}, an unknown group`, openGroup);
      } else {
        add('-', looking, (world, cell) => open(world, cell, page, () => ''));
      }
    }
  }
  return cells;
}
