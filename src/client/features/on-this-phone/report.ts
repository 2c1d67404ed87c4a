import type { Figure } from './check.ts';
import type { Outcome } from './run-check.ts';

/** A browser may name a camera as it likes: what is sent stays a page long. */
const LONGEST_FIGURE = 200;

/** What is worth knowing of the device, and says nothing of its owner. */
export interface Device {
  readonly browser: string;
  readonly model: string;
  readonly screen: string;
  readonly cores: number;
  readonly memoryGb: number | string;
}

/** The report in English words for programs, the same in every language. The ids that a browser gives to cameras stay here. */
export function writeReport(device: Device, day: string, outcomes: Readonly<Record<string, Outcome>>): string {
  const checks = Object.fromEntries(
    Object.entries(outcomes).map(([id, outcome]) => [
      id,
      outcome.is === 'broken'
        ? { verdict: 'broken', cause: shorten(outcome.cause) }
        : { verdict: outcome.finding.verdict, ...shortened(outcome.finding.figures) },
    ]),
  );
  return JSON.stringify({ report: 'on-this-phone', day, device: shortened({ ...device }), checks }, null, 1);
}

const shortened = (figures: Readonly<Record<string, Figure>>): Record<string, Figure> =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, shorten(figure)]));

const shorten = (figure: Figure): Figure => (typeof figure === 'string' ? figure.slice(0, LONGEST_FIGURE) : figure);

interface Hints {
  getHighEntropyValues(
    names: readonly string[],
  ): Promise<{ readonly model?: string; readonly platformVersion?: string }>;
}

export async function describeDevice(): Promise<Device> {
  const { userAgentData, deviceMemory } = navigator as { userAgentData?: Hints; deviceMemory?: number };
  const hints = await userAgentData?.getHighEntropyValues(['model', 'platformVersion']).catch(() => undefined);
  return {
    browser: navigator.userAgent,
    model: [hints?.model, hints?.platformVersion].filter(Boolean).join(', '),
    screen: [window.screen.width, window.screen.height, window.devicePixelRatio].join('x'),
    cores: navigator.hardwareConcurrency,
    memoryGb: deviceMemory ?? 'unknown',
  };
}
