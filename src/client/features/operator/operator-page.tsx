import { LANGUAGE } from '../../../domain/language.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CheckIcon, WarningIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/skeleton.tsx';
import { isMeasuredBy, sections } from './figures.ts';
import { describeWait } from './format-figure.ts';
import type { KnownNode } from './known-node.ts';
import { Tile } from './tile.tsx';
import { findTroubles, type Trouble } from './troubles.ts';
import { useFigures } from './use-figures.ts';

export interface OperatorPageProps {
  readonly isOnline: boolean;
  /** The server no longer takes this viewer for an operator. */
  readonly onGone: () => void;
}

const clock = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: 'medium', hourCycle: 'h23' });

/** The state of this installation, for its operator. */
export function OperatorPage({ isOnline, onGone }: OperatorPageProps) {
  const { nodes, error, askAgain } = useFigures(isOnline, onGone);
  const [chosen, setChosen] = useState<string | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const known = nodes.find(({ node }) => node.name === chosen) ?? nodes[0];
  const lastAt = known?.at.at(-1);

  return (
    <div className="page py-8 sm:py-12">
      <h1 className="heading text-32 sm:text-44">Operator</h1>
      {known && <About known={known} />}
      {nodes.length > 1 && <Nodes nodes={nodes} shown={known} onChoose={setChosen} />}
      <div className="mt-6 flex flex-col gap-3">
        {!isOnline && (
          <Notice tone="info">
            You’re offline. {lastAt !== undefined && `What you see is from ${clock.format(lastAt)}. `}It continues when
            the connection is back.
          </Notice>
        )}
        {isOnline && error !== null && (
          <Notice tone="bad">
            <p>
              We can’t read the figures: {error.message}{' '}
              {lastAt !== undefined && `What you see is from ${clock.format(lastAt)}.`}
            </p>
            <Button className="mt-3" onClick={askAgain}>
              Try again
            </Button>
          </Notice>
        )}
        {known && lastAt !== undefined && <Troubles troubles={findTroubles(known)} />}
      </div>
      {known === undefined ? (
        error === null && isOnline && <Loading />
      ) : known.at.length === 0 ? (
        <div className="mt-6">
          <EmptyState title="No figures yet">This node has just started. The first come in a few seconds.</EmptyState>
        </div>
      ) : (
        sections.map(({ title, figures }) => (
          <section key={title} aria-label={title} className="mt-10">
            <h2 className="heading text-24">{title}</h2>
            <ul className="mt-4 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
              {figures.filter(isMeasuredBy(known)).map((figure) => (
                <Tile key={figure.name} known={known} figure={figure} cursor={cursor} onCursor={setCursor} />
              ))}
            </ul>
          </section>
        ))
      )}
    </div>
  );
}

const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

function About({ known: { node, at } }: { readonly known: KnownNode }) {
  const { name, version, engine, startedAt, bus } = node;
  const running = (at.at(-1) ?? startedAt) - startedAt;
  const facts = [
    `Version ${version}`,
    ENGINES[engine],
    `running for ${describeWait(running)}`,
    ...(bus === null
      ? []
      : [bus.heardAt === null ? 'no other node heard yet' : `another node heard at ${clock.format(bus.heardAt)}`]),
  ];
  return (
    <p className="mt-3 text-18 text-ink-2">
      Node <strong className="font-[720] text-ink">{name}</strong> · {facts.join(' · ')}
    </p>
  );
}

interface NodesProps {
  readonly nodes: readonly KnownNode[];
  readonly shown: KnownNode | undefined;
  readonly onChoose: (name: string) => void;
}

/** The nodes that have answered so far: the load balancer decides which one does. */
function Nodes({ nodes, shown, onChoose }: NodesProps) {
  return (
    <div role="group" aria-label="Node" className="mt-4 flex flex-wrap gap-2">
      {nodes.map(({ node }) => (
        <Button
          key={node.name}
          aria-pressed={node.id === shown?.node.id}
          className="aria-pressed:border-ink"
          onClick={() => onChoose(node.name)}
        >
          {node.name}
        </Button>
      ))}
    </div>
  );
}

/** Read out when it changes, not every five seconds. */
function Troubles({ troubles }: { readonly troubles: readonly Trouble[] }) {
  return (
    <div role="status" className="rounded-card border border-line bg-card px-4 py-3 shadow-card">
      {troubles.length === 0 ? (
        <p className="flex items-center gap-3 font-[650]">
          <CheckIcon className="size-5 text-good" />
          All good.
        </p>
      ) : (
        <ul className="flex flex-col gap-2">
          {troubles.map(({ level, text }) => (
            <li key={text} className="flex items-start gap-3">
              <WarningIcon className={`mt-0.5 size-5 ${level === 'wrong' ? 'text-danger' : 'text-waiting-ink'}`} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Loading() {
  return (
    <LoadingRegion className="mt-10" label="Loading the figures">
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-48 w-full rounded-card" />
        ))}
      </div>
    </LoadingRegion>
  );
}
