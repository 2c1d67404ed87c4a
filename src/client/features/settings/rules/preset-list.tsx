import { type Preset, presets } from '../../../../domain/events/presets.ts';

export interface PresetListProps {
  readonly chosen: Preset;
  readonly isChanged: boolean;
  readonly onChoose: (preset: Preset) => void;
}

export function PresetList({ chosen, isChanged, onChoose }: PresetListProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-18 font-[720]">Run it like</legend>
      {presets.map((preset) => {
        const isChosen = preset === chosen;
        return (
          <label
            key={preset.name}
            className="flex cursor-pointer items-start gap-3 rounded-card border border-line bg-card p-3 has-checked:border-ink has-checked:bg-soft has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="preset"
              checked={isChosen}
              // A changed preset can be chosen again, which a checked radio button does not report.
              onClick={() => {
                if (isChosen && isChanged) onChoose(preset);
              }}
              onChange={() => onChoose(preset)}
              className="mt-1 size-5 shrink-0 accent-ink outline-none"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-[650]">
                {preset.name}
                {isChosen && isChanged && <span className="font-normal text-ink-2">, changed</span>}
              </span>
              <span className="block text-14">{preset.says}</span>
              {preset.source !== null && <span className="block text-13 text-ink-2">{preset.source}</span>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
