/** Explanations for a coach where they are needed, in one registry for the whole product. */

import { CREDIT_PACKAGES, EVENT_COST, RACER_COST } from '../../domain/credits/prices.ts';
import { word } from '../../domain/language.ts';

interface TooltipEntry {
  /** Ends the sentence "About ...", the name of the button that opens it. */
  readonly about: string;
  readonly text: string;
}

const packages = CREDIT_PACKAGES.map(({ amount, priceUsd }) => `${amount} for $${priceUsd}`).join(', ');

const ENTRIES = {
  credits: {
    about: word('credits'),
    text: `What you create costs credits, ${RACER_COST} for a racer and ${EVENT_COST} for an event. Timing, sharing and watching cost nothing, and a racer you have created can race in as many events as you like.`,
  },
  buyCredits: {
    about: 'buying credits',
    text: `Credits come in packages, paid once by card: ${packages}. No subscription. They’re in your account as soon as the payment goes through.`,
  },
  shareUrl: {
    about: 'your public page',
    text: 'This page lists every event that you share to your public group. Anyone with the address can watch those leaderboards live, without an account. Nobody can change a time from there.',
  },
  uploadVideo: {
    about: 'uploading a video',
    text: 'Add the recording of a run. Take the original file from the camera or phone, because copies sent through a messaging app often lose the date and the GPS that line it up.',
  },
  extractGps: {
    about: word('extracting GPS'),
    text: 'Reads the GPS track that the camera stored inside the video. It works only for select GoPro models with GPS, and only if GPS was on while recording. For other cameras, add a GPX, FIT or CSV file instead.',
  },
  syncData: {
    about: 'syncing data',
    text: 'Lines the data up with the picture. Find one moment that you can see in both, such as the push-off, and move the data until they agree; the rest of the run follows.',
  },
  supportedFiles: {
    about: 'supported files',
    text: 'GPX, FIT and CSV, as watches, bike computers and lap timers export them. Each point needs a time. Without times we can’t line up a track with a video.',
  },
  linkVideos: {
    about: 'linking videos',
    text: 'Ties two videos together, so that two runs play in step and you can see where one gains on the other.',
  },
} as const satisfies Record<string, TooltipEntry>;

export type TooltipTopic = keyof typeof ENTRIES;

export const TOOLTIP_TOPICS = Object.keys(ENTRIES) as readonly TooltipTopic[];

const isTopic = (topic: string): topic is TooltipTopic => Object.hasOwn(ENTRIES, topic);

export const tooltipText = (topic: string): string => (isTopic(topic) ? ENTRIES[topic].text : 'Tooltip text not found');

export const tooltipLabel = (topic: TooltipTopic): string => `About ${ENTRIES[topic].about}`;
