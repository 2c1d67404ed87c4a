import { underOtherName } from './open-telemetry.ts';

/**
 * Figures of this process in the text format of Prometheus (0.0.4). Every label has a few values, known from the start.
 */
export interface Registry {
  counter(name: string, help: string, labels?: Labels): Counter;
  /** Counters, one for each value of the label. */
  counters<Value extends string>(name: string, help: string, label: string, values: readonly Value[]): Counters<Value>;
  /**
   * Gauge that is read when the figures are rendered; null: not known. A gauge whose name ends in `_total` only grows.
   */
  gauge(name: string, help: string, read: () => number | null, labels?: Labels): void;
  histogram(name: string, help: string, options: HistogramOptions): Histogram;
  render(): string;
}

type Labels = Readonly<Record<string, string>>;
type Counters<Value extends string> = Readonly<Record<Value, Counter>>;

export interface Counter {
  readonly value: number;
  add(count?: number): void;
}

interface HistogramOptions {
  /** Bounds in ascending order. Values above the last one are counted apart. */
  readonly bounds: readonly number[];
  /** Divisor for what is shown: times are measured in ms and shown in seconds. */
  readonly unit?: number;
  readonly labels?: Labels;
}

export interface Histogram {
  readonly bounds: readonly number[];
  /** Counts by bucket, one more than there are bounds; not added up. */
  readonly counts: Readonly<Float64Array>;
  /** Costs a few comparisons, and allocates nothing. */
  observe(value: number): void;
}

interface Family {
  readonly head: string;
  readonly lines: (() => string)[];
}

export function createRegistry(): Registry {
  const families = new Map<string, Family>();

  function add(name: string, type: string, help: string, line: () => string): void {
    const family = families.get(name) ?? { head: `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`, lines: [] };
    families.set(name, family);
    family.lines.push(line);
  }
  function counter(name: string, help: string, labels: Labels = {}): Counter {
    let value = 0;
    add(name, 'counter', help, () => lineOf(name, labels, value));
    return {
      get value() {
        return value;
      },
      add(count = 1) {
        value += count;
      },
    };
  }
  return {
    counter,
    counters<Value extends string>(name: string, help: string, label: string, values: readonly Value[]) {
      const made = values.map((value) => [value, counter(name, help, { [label]: value })]);
      return Object.fromEntries(made) as Counters<Value>;
    },
    gauge(name, help, read, labels = {}) {
      add(name, name.endsWith('_total') ? 'counter' : 'gauge', help, () => {
        const value = read();
        return value === null ? '' : lineOf(name, labels, value);
      });
    },
    histogram(name, help, { bounds, unit = 1, labels = {} }) {
      const counts = new Float64Array(bounds.length + 1);
      let sum = 0;
      add(name, 'histogram', help, () => {
        let total = 0;
        const buckets = Array.from(counts, (count, index) => {
          total += count;
          const bound = bounds[index];
          const le = bound === undefined ? '+Inf' : String(bound / unit);
          return lineOf(`${name}_bucket`, { ...labels, le }, total);
        });
        return `${buckets.join('')}${lineOf(`${name}_sum`, labels, sum / unit)}${lineOf(`${name}_count`, labels, total)}`;
      });
      return {
        bounds,
        counts,
        observe(value) {
          let index = 0;
          while (index < bounds.length && value > bounds[index]!) index += 1;
          counts[index]! += 1;
          sum += value;
        },
      };
    },
    render: () =>
      Array.from(families, ([name, { head, lines }]) => {
        const family = head + lines.map((line) => line()).join('');
        return family + underOtherName(name, family);
      }).join(''),
  };
}

function lineOf(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escape(text)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
}

function escape(text: string): string {
  return text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
}
