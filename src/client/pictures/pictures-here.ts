const KEY = 'pushoff.pictures';

/** Whether this device may hold pictures: the code that looks after them is fetched by devices that do. */
export function arePicturesHere(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function notePictures(): void {
  try {
    localStorage.setItem(KEY, 'kept');
  } catch {
    return;
  }
}
