/** @typedef {'start' | 'finish'} Side which phone: the helper's at the start, the coach's at the finish */
/** @typedef {{ at: number; image: Buffer }} Frame */
/** @typedef {{ side: Side; from: number; to: number; path: { at: number; x: number; y: number }[] }} Touch in CSS pixels of the phone */
/** @typedef {{ at: number; text: string }} Caption */
/** @typedef {{ side: Side; x: number; y: number; strength: number }} ShownTouch */

/**
 * @typedef {object} Picture what one picture of the film shows
 * @property {Record<Side, Frame>} screens
 * @property {Side[]} asleep screens that nothing has been seen on yet
 * @property {string} caption
 * @property {number} captionStrength from 0 to 1
 * @property {ShownTouch[]} touches
 * @property {boolean} hasSignal of the phone at the start
 * @property {number} pan where a narrow picture looks: 0 at the phone at the start, 1 at the one at the finish
 */

/** @type {Side[]} */
const sides = ['start', 'finish'];
const CAPTION_MS = 240;
/** A finger is shown before it presses, so that the viewer looks there in time. */
const APPROACH_MS = 220;
const LEAVE_MS = 280;
const PAN_MS = 450;

/**
 * The recorded frames, by the wall clock of this machine, and their order in the film: time while the camera is off is
 * left out.
 */
export function createFilm() {
  /** @type {Record<Side, Frame[]>} */
  const frames = { start: [], finish: [] };
  /** @type {Touch[]} */
  const touches = [];
  /** @type {Caption[]} */
  const captions = [];
  /** @type {{ at: number; isOn: boolean }[]} */
  const signals = [];
  /** @type {{ at: number; side: Side }[]} */
  const looks = [];
  /** @type {{ from: number; to: number }[]} */
  const takes = [];
  let take = { from: 0, to: 0 };

  /** @param {number} at by the wall clock @returns {number} milliseconds into the film */
  function filmTimeOf(at) {
    return takes.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(at, to) - from), 0);
  }

  /** @param {number} into milliseconds into the film */
  function wallTimeOf(into) {
    let left = into;
    for (const { from, to } of takes) {
      if (left < to - from) return from + left;
      left -= to - from;
    }
    return takes.at(-1)?.to ?? 0;
  }

  /** @param {Side} side @param {number} now */
  function screenAt(side, now) {
    const frame = latest(frames[side], now) ?? frames[side][0];
    if (frame === undefined) throw new Error(`Nothing was filmed of the phone at the ${side}`);
    return frame;
  }

  /** @param {number} into milliseconds into the film */
  function panAt(into) {
    return looks.reduce((pan, { at, side }, index) => {
      const passed = index === 0 ? 1 : Math.min(1, Math.max(0, (into - filmTimeOf(at)) / PAN_MS));
      const part = 0.5 - Math.cos(Math.PI * passed) / 2;
      return pan + ((side === 'start' ? 0 : 1) - pan) * part;
    }, 0);
  }

  return {
    /** @param {Side} side @param {Frame} frame */
    addFrame: (side, frame) => void frames[side].push(frame),
    /** @param {Touch} touch */
    addTouch: (touch) => void touches.push(touch),
    /** @param {string} text */
    say: (text) => void captions.push({ at: Date.now(), text }),
    /** The phone that a picture with room for one shows from now on. @param {Side} side */
    look: (side) => void looks.push({ at: Date.now(), side }),
    /** @param {boolean} isOn */
    setSignal: (isOn) => void signals.push({ at: Date.now(), isOn }),
    roll() {
      take = { from: Date.now(), to: Infinity };
      takes.push(take);
    },
    stop: () => void (take.to = Date.now()),

    /** Milliseconds. */
    duration: () => filmTimeOf(Infinity),
    /** The captions with their times in the film. */
    cues() {
      const starts = captions.map(({ at }) => filmTimeOf(at));
      return captions.map(({ text }, index) => ({
        text,
        from: starts[index] ?? 0,
        to: starts[index + 1] ?? filmTimeOf(Infinity),
      }));
    },
    /** @param {number} into milliseconds into the film @returns {Picture} */
    pictureAt(into) {
      const now = wallTimeOf(into);
      const caption = latest(captions, now);
      return {
        screens: { start: screenAt('start', now), finish: screenAt('finish', now) },
        asleep: sides.filter((side) => latest(frames[side], now) === null),
        caption: caption?.text ?? '',
        captionStrength: caption === null ? 0 : strengthAt(into, filmTimeOf(caption.at)),
        touches: touches.flatMap((touch) => showTouch(touch, now)),
        hasSignal: latest(signals, now)?.isOn ?? true,
        pan: panAt(into),
      };
    },
  };
}

/** @typedef {ReturnType<typeof createFilm>} Film */

/**
 * @template {{ at: number }} Thing
 * @param {Thing[]} things in the order of time
 * @param {number} now
 */
const latest = (things, now) => things.findLast(({ at }) => at <= now) ?? null;

/**
 * The first caption is shown from the first picture on.
 * @param {number} into
 * @param {number} from milliseconds into the film
 */
const strengthAt = (into, from) => (from === 0 ? 1 : Math.min(1, (into - from) / CAPTION_MS));

/** @param {Touch} touch @param {number} now @returns {ShownTouch[]} */
function showTouch({ side, from, to, path }, now) {
  if (now < from - APPROACH_MS || now > to + LEAVE_MS) return [];
  const [first] = path;
  const point = latest(path, now) ?? first;
  if (point === undefined) return [];
  const coming = Math.min(1, (now - from + APPROACH_MS) / APPROACH_MS);
  const leaving = Math.max(0, (now - to) / LEAVE_MS);
  return [{ side, x: point.x, y: point.y, strength: coming * (1 - leaving) }];
}
