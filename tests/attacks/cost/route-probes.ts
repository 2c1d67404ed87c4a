import { operatorPaths } from '../../../src/protocol/operator.ts';
import { api, pages } from '../../../src/protocol/routes.ts';
import { runPaths } from '../../../src/telemetry/protocol/runs.ts';
import { historyPaths } from '../../../src/protocol/history.ts';
import { letterheadPaths } from '../../../src/protocol/letterhead.ts';
import { picturePaths } from '../../../src/protocol/pictures.ts';
import { handicapPaths } from '../../../src/protocol/handicap-tables.ts';
import { seriesPaths } from '../../../src/protocol/series-paths.ts';
import { call, type Call } from '../../matrix/wire.ts';
import { hostileBodies, hostileHeaders, hostileParts, hostileQueries } from './hostile.ts';
import type { Probe } from './probe.ts';
import {
  apiInputs,
  historyInputs,
  handicapInputs,
  letterheadInputs,
  operatorInputs,
  pageInputs,
  pictureInputs,
  type RouteInput,
  runInputs,
  seriesInputs,
} from './route-inputs.ts';
import type { CostStage } from './stage.ts';

/** The inputs of one route: its own worst one, and all variations of a request. */
export interface ProbeGroup {
  readonly name: string;
  readonly probes: readonly Probe[];
}

export function routeProbes(stage: CostStage): ProbeGroup[] {
  const routes: [pattern: string, inputs: readonly RouteInput[]][] = [
    ...(Object.keys(api) as (keyof typeof api)[]).map((name): [string, readonly RouteInput[]] => [
      api[name],
      apiInputs[name],
    ]),
    ...(Object.keys(runPaths) as (keyof typeof runPaths)[]).map((name): [string, readonly RouteInput[]] => [
      runPaths[name],
      runInputs[name],
    ]),
    ...(Object.keys(historyPaths) as (keyof typeof historyPaths)[]).map((name): [string, readonly RouteInput[]] => [
      historyPaths[name],
      historyInputs[name],
    ]),
    ...(Object.keys(seriesPaths) as (keyof typeof seriesPaths)[]).map((name): [string, readonly RouteInput[]] => [
      seriesPaths[name],
      seriesInputs[name],
    ]),
    ...(Object.keys(handicapPaths) as (keyof typeof handicapPaths)[]).map((name): [string, readonly RouteInput[]] => [
      handicapPaths[name],
      handicapInputs[name],
    ]),
    [letterheadPaths.one, letterheadInputs.one],
    ...(Object.keys(picturePaths) as (keyof typeof picturePaths)[]).map((name): [string, readonly RouteInput[]] => [
      picturePaths[name],
      pictureInputs[name],
    ]),
    ...(Object.keys(operatorPaths) as (keyof typeof operatorPaths)[]).map((name): [string, readonly RouteInput[]] => [
      operatorPaths[name],
      operatorInputs[name],
    ]),
    ...pages.map((page): [string, readonly RouteInput[]] => [page, pageInputs[page]]),
  ];
  return routes.map(([pattern, inputs]) => ({
    name: pattern,
    probes: inputs.flatMap((input) => probesOf(stage, pattern, input)),
  }));
}

function probesOf(
  stage: CostStage,
  pattern: string,
  { name = '', call: inputOf, bodyBytes, dear, isPlain = false }: RouteInput,
): Probe[] {
  const { url } = stage.target;
  const usual = (): Call => {
    const given = inputOf(stage);
    return { ...given, path: given.path ?? pathFor(stage, pattern) };
  };
  const { method = 'GET', body } = usual();
  const label = (what: string) => [method, pattern, name, what].filter((part) => part !== '').join(' ');
  const probe = (what: string, make: () => Call): Probe => ({
    name: label(what),
    isOdd: true,
    send: () => call(url, make()),
  });
  const withHeaders = (headers: Readonly<Record<string, string>>) => (): Call => {
    const made = usual();
    return { ...made, headers: { ...made.headers, ...headers } };
  };
  const empty = (): Call => {
    const { body: _, bytes: __, ...rest } = usual();
    return rest;
  };
  // An input that has to be expensive is sent once; the variations are tried with a body that is refused.
  const cheaply = (made: Call): Call => (dear === undefined || made.body === undefined ? made : { ...made, body: {} });
  const largest = { name: label('the largest'), send: () => call(url, usual()), ...(dear !== undefined && { dear }) };
  if (isPlain) return [largest];
  return [
    largest,
    ...(dear !== undefined && body === undefined
      ? []
      : [
          ...Object.entries(hostileHeaders).map(([what, headers]) =>
            probe(what, () => cheaply(withHeaders(headers)())),
          ),
          ...Object.entries(hostileQueries).map(([what, query]) =>
            probe(what, () => ({ ...cheaply(usual()), path: pathFor(stage, pattern) + query })),
          ),
        ]),
    ...(pattern.includes(':')
      ? hostileParts.map((part, index) =>
          probe(`odd id ${index}`, () => ({ ...usual(), path: pattern.replaceAll(/:\w+/g, part.slice(0, 6_000)) })),
        )
      : []),
    ...(bodyBytes === undefined
      ? []
      : Object.entries(hostileBodies(bodyBytes)).map(([what, hostile]) =>
          probe(what, () => ({ ...empty(), method: method === 'GET' ? 'POST' : method, ...hostile })),
        )),
  ];
}

function pathFor({ eventId, racerIds, tapIds, runId, sourceId, paymentId, owner }: CostStage, pattern: string): string {
  const ids: Readonly<Record<string, string>> = {
    ':eventId': eventId,
    ':racerId': racerIds[0]!,
    ':runId': runId,
    ':sourceId': sourceId,
    ':tapId': tapIds[0]!,
    ':part': '0',
    ':paymentId': paymentId,
    ':groupId': owner.userId,
    ':uploadId': runId,
  };
  return pattern.replaceAll(/:\w+/g, (name) => ids[name] ?? 'none');
}
