import type { ReactNode } from 'react';
import { Icon } from '../../ui/icons.tsx';

export interface MapButtonsProps {
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
  readonly onFit: () => void;
}

export function MapButtons({ onZoomIn, onZoomOut, onFit }: MapButtonsProps) {
  return (
    <div className="absolute top-2 right-2 flex flex-col gap-1.5">
      <MapButton label="Zoom in" onPress={onZoomIn}>
        <path d="M12 5v14M5 12h14" />
      </MapButton>
      <MapButton label="Zoom out" onPress={onZoomOut}>
        <path d="M5 12h14" />
      </MapButton>
      <MapButton label="Show everything" onPress={onFit}>
        <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />
      </MapButton>
    </div>
  );
}

interface MapButtonProps {
  readonly label: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function MapButton({ label, onPress, children }: MapButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="flex size-11 items-center justify-center rounded-button border border-line bg-card text-ink shadow-card hover:bg-soft"
    >
      <Icon>{children}</Icon>
    </button>
  );
}
