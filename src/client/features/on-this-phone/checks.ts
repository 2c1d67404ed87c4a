import type { Check } from './check.ts';
import { cameras } from './checks/cameras.ts';
import { codes } from './checks/codes.ts';
import { encoder } from './checks/encoder.ts';
import { gyroscope } from './checks/gyroscope.ts';
import { notifications } from './checks/notifications.ts';
import { reading } from './checks/reading.ts';
import { screen } from './checks/screen.ts';
import { sound } from './checks/sound.ts';
import { stamps } from './checks/stamps.ts';
import { storage } from './checks/storage.ts';

export const checks: readonly Check[] = [
  cameras,
  stamps,
  reading,
  encoder,
  gyroscope,
  screen,
  sound,
  storage,
  notifications,
  codes,
];
