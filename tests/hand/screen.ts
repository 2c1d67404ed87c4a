import { createHands } from '../../src/client/timing/hands/hands.ts';
import {
  type HeldRows,
  holdRows,
  isDone,
  isShown,
  type Lists,
  quietAt,
  QUIET_MS,
  showRows,
} from '../../src/client/timing/hold/hold-rows.ts';
import { createPlaces, type Meant, MOVED_MS, type Spot } from '../../src/client/timing/taps/places.ts';
import { createSecondTouch } from '../../src/client/timing/taps/second-touch.ts';

/** What is planted to see that it is caught. */
export interface Rules {
  readonly quietMs: number;
  readonly movedMs: number;
  readonly hold: typeof holdRows;
}

export const rules: Rules = { quietMs: QUIET_MS, movedMs: MOVED_MS, hold: holdRows };

const BAR = 88;
const HEADER = 32;
const ROW = 72;
const BUTTON_LEFT = 262;
const BUTTON_RIGHT = 370;
const THUMB_X = 316;

export interface Racer {
  readonly id: string;
  state: 'inactive' | 'on-course' | 'gone';
  startedAt: number;
  /** This phone has timed the racer at the finish. */
  isOwn: boolean;
}

/** What a touch has become. */
export type Outcome =
  | { readonly kind: 'named'; readonly racerId: string }
  | { readonly kind: 'unnamed'; readonly racerIds: readonly string[] }
  | { readonly kind: 'nothing' };

/**
 * The board of one phone in a world without a browser: the product's own rules for rows, hands, places and second touches,
 * and a page whose rows have heights. `isExpected`: somebody is expected within 10 s.
 */
export class Screen {
  now = 0;
  scrollY = 0;
  height = 844;
  scale = 1;
  private held: HeldRows;
  private readonly hands;
  private readonly places;
  private readonly second = createSecondTouch();
  /** What was at each place, kept apart from the product's own memory. */
  private history: { readonly at: number; readonly spots: readonly Spot[] }[] = [];
  private readonly byId: ReadonlyMap<string, Racer>;

  constructor(
    readonly racers: readonly Racer[],
    private readonly isExpected: (now: number) => boolean,
    private readonly used: Rules,
  ) {
    this.byId = new Map(racers.map((racer) => [racer.id, racer]));
    this.hands = createHands(() => false);
    this.places = createPlaces(used.movedMs);
    this.held = showRows(this.wanted());
    this.note(false);
  }

  private wanted(): Lists {
    const of = (state: Racer['state']) => this.racers.filter((racer) => racer.state === state);
    return {
      onCourse: of('on-course')
        .toSorted((one, other) => one.startedAt - other.startedAt)
        .map(({ id }) => id),
      inactive: of('inactive').map(({ id }) => id),
    };
  }

  private racer(id: string): Racer {
    return this.byId.get(id)!;
  }

  private readonly rowHeight = () => ROW * this.scale;

  private inactiveTop(): number {
    return BAR + HEADER + this.held.onCourse.length * this.rowHeight();
  }

  /** By the page, as `button-places.ts` measures. A racer whom another phone has timed keeps a place for this phone's time. */
  spots(): Spot[] {
    const row = this.rowHeight();
    const lists = [
      { ids: this.held.onCourse, top: BAR + HEADER },
      { ids: this.held.inactive, top: this.inactiveTop() + HEADER },
    ];
    return lists.flatMap(({ ids, top }) =>
      ids.flatMap((id, index): Spot[] => {
        const { state, isOwn } = this.racer(id);
        if (state === 'gone' ? isOwn : isDone(this.held, id) && isOwn) return [];
        const line = state === 'inactive' ? 'start' : 'finish';
        const from = top + index * row + 4;
        return [{ racerId: id, line, left: BUTTON_LEFT, right: BUTTON_RIGHT, top: from, bottom: from + row - 8 }];
      }),
    );
  }

  private note(isOwn: boolean): void {
    const spots = this.spots();
    this.places.note(spots, this.now, isOwn);
    this.history.push({ at: this.now, spots });
    this.history = this.history.slice(-60);
  }

  /** Draws the screen after a change of the race, as the product does. */
  look(): void {
    const wanted = this.wanted();
    this.held = this.used.hold(this.held, wanted, this.now, () => this.inactiveTop() - this.scrollY < this.height);
    const quiet = Math.max(this.hands.calmAt(this.used.quietMs), quietAt(this.held) - QUIET_MS + this.used.quietMs);
    const isQuiet = quiet <= this.now && !(this.used.quietMs === QUIET_MS && this.isExpected(this.now));
    if (!isShown(this.held, wanted) && isQuiet) this.show(wanted);
    this.note(false);
  }

  private show(wanted: Lists): void {
    const before = this.spots().filter((spot) => this.isInSight(spot));
    this.held = showRows(wanted);
    const after = new Map(this.spots().map((spot) => [spot.racerId, spot.top]));
    const anchor = before.find(({ racerId }) => after.has(racerId));
    if (anchor !== undefined) this.scrollY += after.get(anchor.racerId)! - anchor.top;
    this.clamp();
  }

  private clamp(): void {
    const rows = this.held.onCourse.length + this.held.inactive.length;
    const longest = BAR + 2 * HEADER + rows * this.rowHeight() + 400;
    this.scrollY = Math.max(0, Math.min(this.scrollY, longest - this.height));
  }

  isInSight({ top, bottom }: Spot): boolean {
    return top - this.scrollY >= BAR && bottom - this.scrollY <= this.height;
  }

  /** The places to press that a person sees now, by their height on the screen. */
  inSight(): readonly { readonly racerId: string; readonly y: number; readonly isDone: boolean }[] {
    return this.spots()
      .filter((spot) => this.isInSight(spot))
      .map(({ racerId, top, bottom }) => ({
        racerId,
        y: (top + bottom) / 2 - this.scrollY,
        isDone: this.racer(racerId).state === 'gone',
      }));
  }

  countDone(): number {
    return this.held.changed.size;
  }

  /** The button beside the title of the list. */
  closeUp(): boolean {
    if (this.countDone() === 0 || this.scrollY > HEADER) return false;
    this.hands.touch(this.now);
    this.show(this.wanted());
    this.note(false);
    return true;
  }

  /** One scroll by hand to a racer: the lists close up, and the row comes to the middle. */
  scrollTo(racerId: string): boolean {
    this.hands.touch(this.now);
    this.held = showRows(this.wanted());
    const spot = this.spots().find((each) => each.racerId === racerId);
    if (spot !== undefined) this.scrollY = spot.top - this.height / 2;
    this.clamp();
    this.note(true);
    return spot !== undefined && this.isInSight(this.spots().find((each) => each.racerId === racerId)!);
  }

  /** A phone that is turned, or a text that gets larger. */
  resize(height: number, scale: number): void {
    this.height = height;
    this.scale = scale;
    this.clamp();
    this.note(false);
  }

  private spotAt(spots: readonly Spot[], y: number): Spot | undefined {
    return spots.find(({ top, bottom }) => y >= top && y <= bottom);
  }

  /** True where another button, or none, was at this place in the last 700 ms: by the history alone. */
  hasMovedAt(y: number): boolean {
    const page = y + this.scrollY;
    const since = this.history.findLastIndex(({ at }) => at <= this.now - MOVED_MS);
    const seen = this.history.slice(Math.max(0, since)).map(({ spots }) => {
      const spot = this.spotAt(spots, page);
      return spot === undefined ? '' : `${spot.racerId} ${spot.line}`;
    });
    return new Set(seen).size > 1;
  }

  touch(y: number): Outcome {
    const page = y + this.scrollY;
    const at = { x: THUMB_X, y, scrolled: this.scrollY };
    const isSecond = this.second.is(at, this.now);
    this.hands.touch(this.now);
    if (isSecond) return { kind: 'nothing' };
    const target = this.spotAt(this.spots(), page);
    const meant: readonly Meant[] = this.places.meantAt(THUMB_X, page, this.now);
    if (meant.length > 1 || (target === undefined && meant.length > 0)) {
      const asked = meant.slice(-2).map(({ racerId }) => racerId);
      if (asked.length === 1 && this.racer(asked[0]!).isOwn) return { kind: 'nothing' };
      return { kind: 'unnamed', racerIds: asked };
    }
    if (target === undefined) return { kind: 'nothing' };
    const { left, right, top, bottom } = target;
    const place = { left, right, top: top - this.scrollY, bottom: bottom - this.scrollY, scrolled: this.scrollY };
    this.second.note(place, this.now);
    this.finish(target.racerId, true);
    return { kind: 'named', racerId: target.racerId };
  }

  finish(racerId: string, isOwn: boolean): void {
    const racer = this.racer(racerId);
    racer.isOwn ||= isOwn;
    racer.state = 'gone';
    this.look();
  }

  start(racerId: string): void {
    const racer = this.racer(racerId);
    if (racer.state !== 'inactive') return;
    racer.state = 'on-course';
    racer.startedAt = this.now;
    this.look();
  }
}
