import type { Details } from './details.ts';

/** Text without the apostrophe that the app's own CSV puts before what a spreadsheet would run as a formula. */
export function tidy(cell: string): string {
  return cell
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
}

/** Two names with the same key are one name to a reader: 'ada  SWIFT' is Ada Swift. */
export const nameKey = (name: string): string => tidy(name).normalize('NFKC').toLowerCase();

export function hasNamesake(named: readonly { readonly name: string }[], name: string): boolean {
  const key = nameKey(name);
  return named.some((other) => nameKey(other.name) === key);
}

interface Named {
  readonly racerId: string;
  readonly name: string;
  readonly bib: string | null;
  readonly groups: readonly string[];
  readonly details?: Details | null;
}

/**
 * Texts that tell racers of one name apart, by racer: the number, the club or a group. Racers with a name of their own have
 * none.
 */
export function tellApart(racers: readonly Named[]): ReadonlyMap<string, string> {
  const byName = new Map<string, Named[]>();
  for (const racer of racers) {
    const key = nameKey(racer.name);
    byName.set(key, [...(byName.get(key) ?? []), racer]);
  }
  const told = [...byName.values()]
    .filter(({ length }) => length > 1)
    .flat()
    .map(({ racerId, bib, groups, details }): [string, string | undefined] => {
      const number = bib === null || bib === '' ? undefined : `No. ${bib}`;
      return [racerId, number ?? details?.club ?? groups[0]];
    });
  return new Map(told.filter((pair): pair is [string, string] => pair[1] !== undefined));
}
