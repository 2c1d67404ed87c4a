import { useEffect, useRef } from 'react';
import type { KeptFinish, KeptPicture } from '../../pictures/kept-finish.ts';

export interface PictureCanvasProps {
  readonly picture: KeptPicture;
  readonly label: string;
  readonly line?: KeptFinish['line'];
  readonly className: string;
}

/** Draws a picture without an address: none that a page of this site may load is made of what a phone has sent. */
export function PictureCanvas({ picture, label, line, className }: PictureCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isOver = false;
    void createImageBitmap(new Blob([picture.bytes], { type: picture.type })).then(
      (bitmap) => {
        const context = isOver ? null : canvas.current?.getContext('2d');
        if (context == null) return;
        const { width, height } = bitmap;
        Object.assign(context.canvas, { width, height });
        context.drawImage(bitmap, 0, 0);
        if (line !== undefined) drawLine(context, line);
        bitmap.close();
      },
      () => undefined,
    );
    return () => void (isOver = true);
  }, [picture, line]);
  return <canvas ref={canvas} role="img" aria-label={label} className={className} />;
}

function drawLine(context: CanvasRenderingContext2D, [x1, y1, x2, y2]: KeptFinish['line']): void {
  const { width, height } = context.canvas;
  context.strokeStyle = '#e5484d';
  context.lineWidth = Math.max(1, width / 240);
  context.beginPath();
  context.moveTo(x1 * width, y1 * height);
  context.lineTo(x2 * width, y2 * height);
  context.stroke();
}
