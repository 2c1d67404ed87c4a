import { type ReactNode, useState } from 'react';
import { commandsOf, type Scope, scopes, tokenCalls } from '../../../protocol/api-tokens.ts';
import { errors } from '../../../protocol/errors.ts';
import { api } from '../../../protocol/routes.ts';
import { Link } from '../../ui/link.tsx';
import { type Example, examplesFor } from './examples.ts';
import { MAX_TOKENS, MAX_WEBHOOKS } from '../../../protocol/limits.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import { CopyIcon } from '../../ui/tool-icons.tsx';

const MEANINGS: Readonly<Record<Scope, string>> = {
  'events:read': 'Lists your events and reads their start lists.',
  'results:read': 'Reads results.',
  'series:read': 'Lists your series and reads their standings.',
  'entries:write': 'Adds racers, takes them out, gives numbers and sets the start list.',
  'taps:write': 'Sends starts, splits and finishes, gives them to racers and takes them back.',
  'statuses:write': 'Says that a racer did not start, did not finish or is disqualified.',
  'penalties:write': 'Gives penalties and bonuses, and takes them back.',
};

/** `origin`: the server that the examples call. */
export function DevelopersPage({ origin }: { readonly origin: string }) {
  const examples = examplesFor(origin);
  return (
    <article className="page max-w-4xl pt-10 pb-20 text-16 text-pretty sm:pt-14" lang="en" dir="ltr">
      <h1 className="heading text-32 sm:text-44">For developers</h1>
      <p className="mt-4 text-18 text-ink-2">
        Read start lists and results, enter racers, send times from a timing box of your own, and hear of every result
        as it happens. Everything is JSON over HTTPS.
      </p>

      <Part id="tokens" title="Tokens">
        <p>
          Make a token on your{' '}
          <Link to="/account#api-tokens" className="link">
            Account page
          </Link>
          : it has a name, the scopes that you give it, and a day on which it ends. It is shown once. Send it with every
          request as <Code>Authorization: Bearer …</Code>. A token acts as your account in the events that you own or
          help with, and never touches your account, your money, or the links of your events. Changing your password
          withdraws all tokens; an account has {MAX_TOKENS} at most.
        </p>
        <Scopes />
        <p>
          The examples below take the token from <Code>TOKEN</Code> and the id of an event, which the list of your
          events has, from <Code>EVENT</Code>. Those in JavaScript run with Node 20 or newer, as files that end in{' '}
          <Code>.mjs</Code>.
        </p>
      </Part>

      <Part id="read" title="Read">
        <p>
          Times are in milliseconds: moments since 1970-01-01T00:00Z, durations as they are. Unknown values are null.
          Every answer has a <Code>version</Code>; fields are added without a new version, so pass over those that you
          do not know. Of two answers about an event, the one with the greater <Code>seq</Code> is newer.
        </p>
        <p>
          The list of events comes in pages: ask with <Code>?limit=50</Code>, then with <Code>&amp;after=</Code> and the{' '}
          <Code>next</Code> of the page before, until it is null. Results, start lists and series have an{' '}
          <Code>ETag</Code>: sent back as <Code>If-None-Match</Code>, it is answered with 304 while nothing has changed.
        </p>
        <CodeExample example={examples.events} />
        <CodeExample example={examples['start-list']} />
        <CodeExample example={examples.results} />
        <p>
          A series has its standings in one answer: overall, by category, or both, as its owner chose. A score that is
          not among the best has <Code>isDropped</Code>. As CSV they have a column for each event.
        </p>
        <CodeExample example={examples.standings} />
      </Part>

      <Part id="write" title="Write">
        <p>
          Everything that changes an event is a command, as in the app, and goes to <Code>POST {api.commands}</Code>, up
          to 100 at a time. Each is answered on its own: <Code>accepted</Code>, <Code>refused</Code> with a code, or{' '}
          <Code>later</Code>. Ids are UUIDs that you make. A command that is sent again with the same id and content
          gets the same answer and counts once, so send until there is an answer.
        </p>
        <CodeExample example={examples.entries} />
      </Part>

      <Part id="box" title="A timing box">
        <p>
          A tap carries the readings of the box’s own clocks at the moment of the tap: <Code>wall</Code> is its time of
          day, <Code>monotonic</Code> a clock that never jumps, and <Code>origin</Code> tells two starts of that clock
          apart. Beside them go observations: what the server’s clock said at a reading. The server places the tap by
          them, so a box that is an hour wrong, or sends a day late, still gives the right time. Measure before a race,
          and every few minutes while it runs.
        </p>
        <p>
          Both boxes below read the number of each racer from their standard input, one to a line, at the moment of the
          finish. They send in the background, until there is an answer: a tap never waits for the network.
        </p>
        <CodeExample example={examples['box-python']} />
        <CodeExample example={examples.box} />
      </Part>

      <Part id="webhooks" title="Webhooks">
        <p>
          A webhook on your{' '}
          <Link to="/account#webhooks" className="link">
            Account page
          </Link>{' '}
          is told of results in the events that you own: <Code>result</Code> when a racer’s time counts for the first
          time, <Code>correction</Code> when it changes or is taken back, <Code>status</Code> for DNF, DSQ and the like.
          Names are as viewers see them. Messages are signed as{' '}
          <a href="https://www.standardwebhooks.com" className="link" rel="noreferrer">
            Standard Webhooks
          </a>{' '}
          describes: HMAC-SHA256 over id, timestamp and body.
        </p>
        <p>
          Answer with a status from 200 to 299 within ten seconds. Anything else, and the message comes again: after 5
          seconds, then after twice as long each time, up to six hours. After three days without an answer the webhook
          is turned off and you get a mail; turned on again, it gets what it has missed. A message can come twice, with
          the same <Code>webhook-id</Code>. Addresses are https on the internet: those that lead to private networks are
          refused, and redirects are not followed. An account has {MAX_WEBHOOKS} webhooks at most. The example takes the
          secret of the webhook from <Code>SECRET</Code> and the port to listen on from <Code>PORT</Code>.
        </p>
        <CodeExample example={examples.receiver} />
      </Part>

      <Part id="refusals" title="Refusals and limits">
        <p>
          A refusal has a status and a body with <Code>error.code</Code>, <Code>error.message</Code> and{' '}
          <Code>error.requestId</Code>. Decide by the code; the message is for people. <Code>token-invalid</Code> and{' '}
          <Code>token-expired</Code> (401): make a new token. <Code>token-scope-missing</Code> and{' '}
          <Code>token-not-accepted</Code> (403): this token, or any token, may not do that.{' '}
          <Code>too-many-requests</Code> (429): wait as many seconds as <Code>Retry-After</Code> says. A token has 300
          requests at once, then ten each second; an account 20,000 commands, then a hundred each second.
        </p>
        <p>
          Beside <Code>error</Code> stand the problem details of RFC 9457. Where the body is not as its schema says,{' '}
          <Code>errors</Code> names up to five faults: a <Code>pointer</Code> to the field (
          <Code>#/commands/0/line</Code>), the <Code>rule</Code> that it breaks (<Code>required</Code>,{' '}
          <Code>maxLength</Code>), and a <Code>detail</Code>. A refused command has <Code>message</Code> and{' '}
          <Code>errors</Code> of its own in the answer.
        </p>
        <p>
          All calls with their schemas are in the{' '}
          <a href={api.openApi} className="link">
            OpenAPI 3.1 document
          </a>
          ; clients can be generated from it.
        </p>
        <h3 className="heading mt-8 text-18">All codes</h3>
        <dl className="mt-3 divide-y divide-line rounded-card border border-line bg-card text-14">
          {Object.entries(errors).map(([code, { http, text }]) => (
            <div key={code} id={`error-${code}`} className="scroll-mt-8 p-3 target:bg-soft">
              <dt>
                <Code>{code}</Code> <span className="text-ink-2 tabular-nums">{http}</span>
              </dt>
              <dd className="mt-1">{text}</dd>
            </div>
          ))}
        </dl>
      </Part>
    </article>
  );
}

function Part({ id, title, children }: { readonly id: string; readonly title: string; readonly children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-12 scroll-mt-8 [&_p]:mt-3">
      <h2 id={`${id}-title`} className="heading text-24">
        {title}
      </h2>
      {children}
    </section>
  );
}

const Code = ({ children }: { readonly children: ReactNode }) => (
  <code className="rounded-bib bg-soft px-1 py-0.5 text-14 [font-family:ui-monospace,monospace] wrap-anywhere">
    {children}
  </code>
);

function Scopes() {
  return (
    <dl className="mt-5 divide-y divide-line rounded-card border border-line bg-card">
      {scopes.map((scope) => (
        <div key={scope} className="grid gap-x-6 gap-y-1 p-4 sm:grid-cols-[10rem_1fr]">
          <dt>
            <Code>{scope}</Code>
          </dt>
          <dd>
            {MEANINGS[scope]}
            <span className="mt-1 block text-14 text-ink-2 wrap-anywhere">{coveredBy(scope)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The calls of a scope; for commands, their kinds. */
function coveredBy(scope: Scope): string {
  const commands = commandsOf(scope);
  if (commands.length > 0) return `POST ${api.commands}: ${commands.join(', ')}`;
  const calls = tokenCalls.filter((call) => call.scopes.includes(scope));
  return calls.map(({ method, path }) => `${method.toUpperCase()} ${path}`).join(', ');
}

/** Reachable by the arrow keys, because long lines scroll sideways. */
const REACHABLE = { tabIndex: 0, role: 'region' } as const;

function CodeExample({ example: { id, title, language, code } }: { readonly example: Example }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => setIsCopied(await copyText(code));
  return (
    <figure aria-labelledby={`${id}-example`} className="mt-4 overflow-hidden rounded-card border border-line bg-card">
      <figcaption className="flex min-h-14 items-center justify-between gap-x-4 border-b border-line ps-4 pe-1">
        <span id={`${id}-example`} className="min-w-0 flex-1 py-2 font-[650]">
          {title}
        </span>
        <span className="flex shrink-0 items-center gap-2 text-14 text-ink-2">
          <span className="max-sm:hidden">{language}</span>
          <Button variant="quiet" onClick={() => void copy()} aria-label={`Copy: ${title}`} className="px-3!">
            {isCopied ? <CheckIcon /> : <CopyIcon />}
            <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
          </Button>
        </span>
      </figcaption>
      <pre
        dir="ltr"
        {...REACHABLE}
        aria-labelledby={`${id}-example`}
        className="max-h-[32rem] overflow-auto p-4 text-14 leading-relaxed [font-family:ui-monospace,monospace]"
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
}
