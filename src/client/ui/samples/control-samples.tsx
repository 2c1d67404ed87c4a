import { useState } from 'react';
import { Button, buttonClass, type ButtonSize, type ButtonVariant } from '../button.tsx';
import { Field } from '../field.tsx';
import { Notice } from '../notice.tsx';
import { DownloadIcon } from '../tool-icons.tsx';
import { Row, Section } from './section.tsx';

const VARIANTS: readonly ButtonVariant[] = ['primary', 'outline', 'quiet', 'danger'];
const SIZES: readonly ButtonSize[] = ['md', 'lg', 'timing'];

export function Buttons() {
  const [busy, setBusy] = useState(false);
  return (
    <Section title="Button">
      {SIZES.map((size) => (
        <Row key={size}>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {variant} {size}
            </Button>
          ))}
        </Row>
      ))}
      <Row>
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant} disabled>
            {variant}, disabled
          </Button>
        ))}
      </Row>
      <Row>
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant} busy>
            {variant}, busy
          </Button>
        ))}
      </Row>
      <Row>
        <Button busy={busy} onClick={() => setBusy(true)}>
          Press to make busy
        </Button>
        <Button onClick={() => setBusy(false)}>Reset</Button>
        <a href="#link" className={buttonClass({ variant: 'primary' })}>
          A link
        </a>
        <Button>
          <DownloadIcon /> With an icon
        </Button>
      </Row>
      <div className="rounded-board bg-board p-6 text-on-board shadow-board">
        <Row>
          <Button variant="primary">On the board</Button>
          <a href="#board" className="link">
            The ring follows the surface
          </a>
        </Row>
      </div>
    </Section>
  );
}

export function Fields() {
  return (
    <Section title="Field">
      <div className="grid max-w-3xl gap-5 sm:grid-cols-2">
        <Field label="Email" type="email" autoComplete="off" placeholder="you@club.org" />
        <Field label="Username" optional hint="Shown beside your events." autoComplete="off" />
        <Field label="Password" type="password" hint="At least 8 characters." autoComplete="off" />
        <Field label="Racer" defaultValue=" " error="Please enter a racer name." autoComplete="off" />
        <Field label="Disabled" disabled defaultValue="Tuesday 10" />
        <Field label="Read only" readOnly defaultValue="/events?id=k3v9" />
      </div>
    </Section>
  );
}

export function Notices() {
  return (
    <Section title="Notice">
      <div className="grid max-w-3xl gap-3">
        <Notice tone="info">Verification is offered, not required.</Notice>
        <Notice tone="good">Your password has been changed.</Notice>
        <Notice tone="bad">Email and password are required</Notice>
      </div>
    </Section>
  );
}
