import type { Racer, Rules } from './screen.ts';
import { Screen } from './screen.ts';

export interface Figures {
  taps: number;
  /** On a rider whom the thumb did not mean. */
  wrong: number;
  lost: number;
  /** Without a name although nothing had moved under the finger. */
  unnamedForNothing: number;
  unnamed: number;
  /** Without a name, and the rider who was meant is not among those in question. */
  notAsked: number;
  closeUps: number;
  scrolls: number;
  /** On all phones. */
  finishes: number;
  unreachable: number;
  /** Second touches of a trembling hand that became anything. */
  trembles: number;
}

const NOTHING: Figures = {
  taps: 0,
  wrong: 0,
  lost: 0,
  unnamedForNothing: 0,
  unnamed: 0,
  notAsked: 0,
  closeUps: 0,
  scrolls: 0,
  finishes: 0,
  unreachable: 0,
  trembles: 0,
};

const createRandom = (seed: number) => {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
};

const RACERS = 60;
const TAPS_A_RACE = 40;

/** One race: a thumb at the finish that keeps its own list of whom it meant, and one to four other phones. */
function runRace(seed: number, used: Rules, sum: Figures): void {
  const random = createRandom(seed);
  const between = (from: number, to: number) => from + random() * (to - from);
  // At a split point all racers are in one list, and those who start keep their rows.
  const onCourseAtFirst = random() < 0.25 ? RACERS : 24;
  const racers: Racer[] = Array.from({ length: RACERS }, (_, index) => ({
    id: `r${index}`,
    state: index < onCourseAtFirst ? 'on-course' : 'inactive',
    startedAt: index,
    isOwn: false,
  }));
  /** By the other racers' times, which are not this racer's: riders come earlier than expected, and later. */
  let expectedAt = Infinity;
  const screen = new Screen(racers, (now) => expectedAt - now <= 10_000 && now - expectedAt <= 60_000, used);
  const others = 1 + Math.floor(random() * 4);
  const queue: { readonly at: number; readonly happen: () => void }[] = [];
  const later = (inMs: number, happen: () => void) => {
    queue.push({ at: screen.now + inMs, happen });
    queue.sort((one, other) => one.at - other.at);
  };
  /** Time passes: the page looks again twice a second, as its timers do, and after each change. */
  const passUntil = (at: number) => {
    while (screen.now < at) {
      const next = Math.min(at, screen.now + 500, queue[0]?.at ?? Infinity);
      screen.now = next;
      while (queue[0] !== undefined && queue[0].at <= next) queue.shift()!.happen();
      screen.look();
    }
  };
  const onCourse = () => racers.filter(({ state }) => state === 'on-course');
  const startOne = () => {
    const next = racers.find(({ state }) => state === 'inactive');
    if (next !== undefined) screen.start(next.id);
    later(between(2_000, 9_000), startOne);
  };
  later(between(500, 4_000), startOne);
  for (let phone = 0; phone < others; phone += 1) {
    const finishOne = () => {
      const [first, second] = onCourse().toSorted((one, other) => one.startedAt - other.startedAt);
      const racer = random() < 0.7 ? first : second;
      if (racer !== undefined && onCourse().length > 6) {
        screen.finish(racer.id, false);
        sum.finishes += 1;
      }
      later(between(4_000, 14_000), finishOne);
    };
    later(between(1_000, 8_000), finishOne);
  }

  for (let tap = 0; tap < TAPS_A_RACE; tap += 1) {
    const candidates = onCourse().toSorted((one, other) => one.startedAt - other.startedAt);
    if (candidates.length === 0) return;
    // Most cross in the order of their starts, some overtake.
    const meant = candidates[Math.min(candidates.length - 1, Math.floor(random() ** 3 * 4))]!;
    // Now and then nobody comes for so long that the lists close up by themselves.
    const gap = random() < 0.01 ? between(15_000, 16_500) : between(100, random() < 0.5 ? 3_000 : 10_000);
    const crossing = screen.now + gap;
    expectedAt = crossing + (random() < 0.2 ? between(12_000, 40_000) : between(-8_000, 8_000));
    const find = () => screen.inSight().find(({ racerId }) => racerId === meant.id);
    // After a tap the eye looks who is next: where hardly anybody is left in sight, the list is closed up.
    const live = screen.inSight().filter(({ isDone }) => !isDone).length;
    if (live < 2 || find() === undefined) {
      passUntil(Math.min(crossing, screen.now + between(200, 600)));
      if (screen.closeUp()) sum.closeUps += 1;
    }
    const rests = random() < 0.5 && gap < 10_000;
    // A thumb that rests lies on the row from early on; a thumb that aims looks shortly before.
    passUntil(rests ? screen.now : Math.max(screen.now, crossing - between(200, 600)));
    let place = find();
    if (place === undefined && meant.state === 'on-course') {
      sum.scrolls += 1;
      if (!screen.scrollTo(meant.id)) sum.unreachable += 1;
      passUntil(screen.now + between(200, 600));
      place = find();
    }
    // Another phone has finished the rider, and the list has closed up over the row.
    if (place === undefined) continue;
    // The phone is turned, or the text gets larger: a thumb that rests is laid on its row anew.
    if (random() < 0.01) {
      const resize = () =>
        random() < 0.5 ? screen.resize(screen.height === 844 ? 390 : 844, 1) : screen.resize(844, between(1, 2));
      if (rests) {
        resize();
        passUntil(screen.now + between(200, 600));
        place = find();
        if (place === undefined) continue;
      } else later(between(0, Math.max(1, crossing - screen.now)), resize);
    }
    const { y } = place;
    passUntil(Math.max(crossing, screen.now + between(200, 400)));
    const hadOwn = meant.isOwn;
    const hasMoved = screen.hasMovedAt(y);
    const outcome = screen.touch(y);
    sum.taps += 1;
    sum.finishes += 1;
    if (outcome.kind === 'named' && outcome.racerId !== meant.id) sum.wrong += 1;
    if (outcome.kind === 'nothing' && !hadOwn) sum.lost += 1;
    if (outcome.kind === 'unnamed') {
      sum.unnamed += 1;
      if (!hasMoved) sum.unnamedForNothing += 1;
      if (!outcome.racerIds.includes(meant.id)) sum.notAsked += 1;
      // The person names the time by its chip.
      screen.finish(meant.id, true);
    }
    if (outcome.kind === 'named' && random() < 0.05) {
      passUntil(screen.now + between(60, 390));
      if (screen.touch(y).kind !== 'nothing') sum.trembles += 1;
    }
  }
}

/** As many races as these taps need. */
export function runThumbs(taps: number, used: Rules, seed = 1): Figures {
  const sum = { ...NOTHING };
  for (let race = 0; sum.taps < taps; race += 1) runRace(seed * 7_919 + race * 104_729 + 1, used, sum);
  return sum;
}

export function describeFigures(figures: Figures): string {
  const { taps, wrong, lost, unnamedForNothing, unnamed, notAsked, closeUps, scrolls, finishes, unreachable } = figures;
  return [
    `${taps} taps: ${wrong} on the wrong rider, ${lost} lost, ${unnamedForNothing} without a name though nothing moved,`,
    `${unnamed} without a name in all (${((100 * unnamed) / taps).toFixed(2)} %, of these ${notAsked} do not ask for the right rider),`,
    `${((8 * closeUps) / finishes).toFixed(2)} presses of Close up and ${((8 * scrolls) / finishes).toFixed(2)} scrolls for each 8 finishes,`,
    `${unreachable} riders on course out of reach of one scroll`,
  ].join(' ');
}
