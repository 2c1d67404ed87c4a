const KEY = 'pushoff.pictures';
const sharing = (eventId: string): string => `${KEY}.share.${eventId}`;

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    return;
  }
}

/** Whether this device may hold pictures: the code that looks after them is fetched by devices that do. */
export const arePicturesHere = (): boolean => read(KEY) !== null;

export function notePictures(): void {
  if (arePicturesHere()) return;
  write(KEY, 'kept');
  dispatchEvent(new Event(KEY));
}

/** Calls back now, or with the first pictures of this device. Returns a function that calls it off. */
export function whenPicturesAreHere(start: () => void): () => void {
  if (arePicturesHere()) start();
  else addEventListener(KEY, start, { once: true });
  return () => removeEventListener(KEY, start);
}

/** Whether this device shares all finishes of an event with its organiser: a person's choice, off at first. */
export const sharesPicturesOf = (eventId: string): boolean => read(sharing(eventId)) === 'on';
export const setSharesPicturesOf = (eventId: string, isOn: boolean): void =>
  write(sharing(eventId), isOn ? 'on' : 'off');
