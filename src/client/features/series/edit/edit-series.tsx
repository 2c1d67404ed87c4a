import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SeriesRules } from '../../../../domain/series/rules.ts';
import { errors } from '../../../../protocol/errors.ts';
import { MAX_NAME_LENGTH } from '../../../../protocol/limits.ts';
import type { SeriesAnswer, SeriesDocument } from '../../../../protocol/series.ts';
import { useAction } from '../../../session/use-action.ts';
import { useDraft } from '../../../session/use-draft.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { BackIcon } from '../../../ui/icons.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { showUndo } from '../../../ui/undo-bar.tsx';
import { deleteSeries, saveSeries } from '../series-calls.ts';
import { ChooseEvents } from './choose-events.tsx';
import { ChooseHelpers } from './choose-helpers.tsx';
import { readPoints } from './read-points.ts';
import { RulesForm } from './rules-form.tsx';
import { Section } from '../../../ui/section.tsx';

export interface EditSeriesProps {
  readonly series: SeriesAnswer;
  readonly own: NonNullable<SeriesAnswer['own']>;
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}

/**
 * Nothing is changed before 'Save': standings that others are reading must not jump while rules are tried. What was
 * changed outlives a reload and the browser's own way back.
 */
export function EditSeries({ series, own, onSaved, onClose }: EditSeriesProps) {
  const kept = useDraft(`series.${series.id}`);
  const [found] = useState(() => readKept(kept.recall(), own.version));
  const [draft, setDraft] = useState<SeriesDocument>(found ?? own.document);
  const [typedTable, setTypedTable] = useState<string | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const navigate = useNavigate();
  const alerts = useAlert();
  const save = useAction(() => saveSeries(series.id, own.version, draft));
  const remove = useAction(() => deleteSeries(series.id));
  const change = (part: Partial<SeriesDocument>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    kept.keep(writeKept(own.version, next));
  };
  const changeRules = (part: Partial<SeriesRules>) => change({ rules: { ...draft.rules, ...part } });
  const isBroken = draft.rules.scoring.kind === 'points' && typedTable !== null && readPoints(typedTable) === null;
  const isChanged = isBroken || JSON.stringify(draft) !== JSON.stringify(own.document);
  const fault = isAsked && isBroken ? errors['points-table-broken'].text : save.error?.message;

  /** Rules that took ten minutes are not thrown away by one press. */
  async function leave() {
    const isSure =
      !isChanged ||
      (await alerts.confirm({
        title: 'Leave without saving?',
        message: 'You lose what you changed here.',
        confirmLabel: 'Leave without saving',
        cautious: true,
      }));
    if (!isSure) return;
    kept.discard();
    onClose();
  }
  async function saveAll() {
    setIsAsked(true);
    if (isBroken || (await save.run()) === null) return;
    kept.discard();
    onClose();
    await onSaved();
  }
  async function removeAll() {
    const isSure =
      own.linkKey === null ||
      (await alerts.confirm({
        title: 'Delete this series?',
        message: 'Its link stops working. Undo brings the series back, without the link.',
        confirmLabel: 'Delete',
        cautious: true,
      }));
    if (!isSure || (await remove.run()) === null) return;
    kept.discard();
    void navigate('/series');
    showUndo({
      message: `${own.document.name} deleted. Its events stay.`,
      undo: () => void saveSeries(series.id, 0, own.document).then(() => navigate(`/series/${series.id}`)),
    });
  }
  return (
    <div className="page mx-auto flex max-w-4xl flex-col gap-8 pt-4 pb-12">
      <header className="-mx-3 flex items-center gap-1">
        <Button variant="quiet" className="px-3!" onClick={() => void leave()}>
          <BackIcon />
          <span className="sr-only">Back to the standings</span>
        </Button>
        <h1 className="heading min-w-0 truncate text-24">Events and rules</h1>
      </header>
      {found !== null && isChanged && (
        <Notice tone="info">You haven’t saved what you changed here before. Save it, or leave with Cancel.</Notice>
      )}
      <Field
        label="Name"
        value={draft.name}
        maxLength={MAX_NAME_LENGTH}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <ChooseEvents eventIds={draft.eventIds} onChange={(eventIds) => change({ eventIds })} />
      <RulesForm rules={draft.rules} typedTable={typedTable} onType={setTypedTable} onChange={changeRules} />
      {draft.rules.helpers !== null && draft.rules.scoring.kind !== 'time' && (
        <ChooseHelpers
          eventIds={draft.eventIds}
          helpers={draft.helpers}
          series={series}
          onChange={(helpers) => change({ helpers })}
        />
      )}
      <Section title="Delete this series" className="border-t border-line pt-6">
        <p className="mt-1 mb-3 text-ink-2">Its events and their results stay as they are.</p>
        {remove.error !== null && <Notice tone="bad">{remove.error.message}</Notice>}
        <Button busy={remove.isBusy} onClick={() => void removeAll()}>
          Delete series
        </Button>
      </Section>
      <div
        data-bottom-bar
        className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-paper py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      >
        <div className="page flex max-w-4xl items-center justify-end gap-3">
          {fault !== undefined && (
            <p role="alert" className="min-w-0 flex-1 text-14 text-danger">
              {fault}
            </p>
          )}
          <Button onClick={() => void leave()}>Cancel</Button>
          <Button variant="primary" busy={save.isBusy} disabled={!isChanged} onClick={() => void saveAll()}>
            Save
          </Button>
        </div>
      </div>
    </div>
  );
}

/** What was changed and not saved, for the tab's own storage. */
const writeKept = (version: number, document: SeriesDocument): string => JSON.stringify({ version, document });

/** Null where nothing was kept, or the series has been saved since: then the server would refuse it. */
function readKept(text: string | null, version: number): SeriesDocument | null {
  if (text === null) return null;
  const kept = JSON.parse(text) as { readonly version: number; readonly document: SeriesDocument };
  return kept.version === version ? kept.document : null;
}
