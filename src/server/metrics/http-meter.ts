import { operatorPaths } from '../../protocol/operator.ts';
import { api, pages } from '../../protocol/routes.ts';
import type { Counter, Histogram, Registry } from './registry.ts';
import type { SlowLog } from './slow-log.ts';

/**
 * Classes of paths: a path may hold an id or anything that a client made up, so a label by path would grow without
 * bound.
 */
const CLASSES = [
  'commands',
  'reads',
  'accounts',
  'payments',
  'clock',
  'pages',
  'files',
  'operator',
  'runs',
  'other',
] as const;
type RouteClass = (typeof CLASSES)[number];
/** Uploads take as long as the sender's line, which says nothing about the server. */
const UPLOADS: RouteClass = 'runs';
const STATUSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** Told of every request when its answer begins. */
export interface HttpMeter {
  answered(answer: MeasuredAnswer): void;
}

interface MeasuredAnswer {
  readonly requestId: string;
  readonly method: string;
  /** Without the query, which may hold a key. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
}

export interface HttpFigures {
  readonly meter: HttpMeter;
  readonly durations: readonly Histogram[];
  failures(): number;
}

export function createHttpFigures(registry: Registry, slow: SlowLog): HttpFigures {
  const help = 'Answers over HTTP, by what was asked and how it went.';
  const counts = {} as Record<RouteClass, readonly Counter[]>;
  const durations = {} as Record<RouteClass, Histogram>;
  for (const route of CLASSES) {
    counts[route] = STATUSES.map((status) => registry.counter('pushoff_http_requests_total', help, { route, status }));
    durations[route] = registry.histogram('pushoff_http_request_seconds', 'From a request until its answer begins.', {
      bounds: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000],
      unit: 1000,
      labels: { route },
    });
  }
  return {
    durations: CLASSES.filter((route) => route !== UPLOADS).map((route) => durations[route]),
    failures: () => CLASSES.reduce((sum, route) => sum + counts[route].at(-1)!.value, 0),
    meter: {
      answered({ requestId, method, path, status, ms }) {
        const route = classOf(path);
        counts[route][Math.floor(status / 100) - 1]?.add();
        durations[route].observe(ms);
        if (ms > slow.limits.request && route !== UPLOADS) {
          slow.note('request', ms, { requestId, method, path, status });
        }
      },
    },
  };
}

const byPath = new Map<string, RouteClass>([
  ...pages.map((page) => [page, 'pages'] as const),
  ...Object.values(operatorPaths).map((path) => [path, 'operator'] as const),
  [api.commands, 'commands'],
  [api.clock, 'clock'],
  [api.boot, 'accounts'],
  [api.createPaymentIntent, 'payments'],
]);
const byStart: readonly (readonly [string, RouteClass])[] = [
  ['/api/events/', 'reads'],
  ['/api/groups/', 'reads'],
  ['/api/account', 'accounts'],
  ['/api/payments/', 'payments'],
  ['/api/sandbox/', 'payments'],
  ['/api/runs', 'runs'],
  ['/api/run-', 'runs'],
  ['/api/shared-runs', 'runs'],
  ['/api/videos', 'runs'],
  ['/analysis/', 'pages'],
  ['/assets/', 'files'],
];

function classOf(path: string): RouteClass {
  return byPath.get(path) ?? byStart.find(([start]) => path.startsWith(start))?.[1] ?? 'other';
}
