/**
 * What the captions of the film say in other languages: the film itself shows the English app.
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
const CAPTIONS = {
  de: {
    'A time trial, timed on two phones.': 'Ein Zeitfahren, gemessen mit zwei Handys.',
    'The helper at the start scans a code. No account, nothing to install.':
      'Der Helfer am Start scannt einen Code. Kein Konto, nichts zu installieren.',
    'Start at one end. The other end sees it at once.': 'Start am einen Ende. Das andere Ende sieht es sofort.',
    'Press Finish, and the time is on the leaderboard.': 'Ziel drücken, und die Zeit steht auf der Rangliste.',
    'One tap too many? Undo takes it back.': 'Einmal zu viel gedrückt? Rückgängig nimmt es zurück.',
    'No signal at the start: the helper presses Start all the same.':
      'Kein Empfang am Start: Der Helfer drückt trotzdem auf Start.',
    'The signal is back, and both phones agree.': 'Der Empfang ist zurück, und beide Handys stimmen überein.',
    'No tap is ever lost.': 'Keine Zeit geht je verloren.',
  },
  fr: {
    'A time trial, timed on two phones.': 'Un contre-la-montre, chronométré sur deux téléphones.',
    'The helper at the start scans a code. No account, nothing to install.':
      'Le bénévole au départ scanne un code. Pas de compte, rien à installer.',
    'Start at one end. The other end sees it at once.': 'Départ d’un côté. L’autre côté le voit aussitôt.',
    'Press Finish, and the time is on the leaderboard.': 'Appuyez sur Arrivée : le temps est au classement.',
    'One tap too many? Undo takes it back.': 'Un appui de trop ? « Revenir » l’efface.',
    'No signal at the start: the helper presses Start all the same.':
      'Pas de réseau au départ : le bénévole appuie quand même sur Départ.',
    'The signal is back, and both phones agree.': 'Le réseau revient, et les deux téléphones sont d’accord.',
    'No tap is ever lost.': 'Aucun temps n’est jamais perdu.',
  },
  es: {
    'A time trial, timed on two phones.': 'Una contrarreloj, cronometrada con dos teléfonos.',
    'The helper at the start scans a code. No account, nothing to install.':
      'El ayudante en la salida escanea un código. Sin cuenta, nada que instalar.',
    'Start at one end. The other end sees it at once.': 'Salida en un extremo. El otro lo ve al instante.',
    'Press Finish, and the time is on the leaderboard.': 'Pulsa Meta y el tiempo está en la clasificación.',
    'One tap too many? Undo takes it back.': '¿Una pulsación de más? Deshacer la quita.',
    'No signal at the start: the helper presses Start all the same.':
      'Sin señal en la salida: el ayudante pulsa Salida igualmente.',
    'The signal is back, and both phones agree.': 'Vuelve la señal y los dos teléfonos coinciden.',
    'No tap is ever lost.': 'Nunca se pierde una pulsación.',
  },
};

/** @typedef {{ text: string; from: number; to: number }} Cue */

/** The captions in every language, by the ending of their file: `demo.vtt`, `demo.de.vtt`. @param {Cue[]} cues @returns {{ ending: string; cues: Cue[] }[]} */
export const inEveryLanguage = (cues) => [
  { ending: 'vtt', cues },
  ...Object.entries(CAPTIONS).map(([code, texts]) => ({
    ending: `${code}.vtt`,
    cues: cues.map(({ text, ...times }) => ({ ...times, text: translationOf(code, texts, text) })),
  })),
];

/** @param {string} code @param {Readonly<Record<string, string>>} texts @param {string} text */
function translationOf(code, texts, text) {
  const found = texts[text];
  if (found === undefined) throw new Error(`A caption has no translation in ${code}: ${text}`);
  return found;
}
