/**
 * How many there can be of everything that is stored or read together: what an answer can grow to follows from these
 * numbers. `npm run attacks` fills each of them (`tests/attacks/cost/limit-stage.ts`, which does not compile without an
 * entry for each).
 */

// An event.

/**
 * Every page that opens an event is sent all of its log, so without a bound one account could make an event that stops the
 * server each time it is opened. One start every ten seconds from dawn to dusk is 5,000 racers; with a start and a finish
 * each, both read by two timekeepers, that is 20,000 changes.
 */
export const MAX_CHANGES = 20_000;
/** Corrections are still taken by a full event: half as many again as its changes. */
export const MAX_CORRECTIONS = 10_000;
export const MAX_RACERS = 5_000;
/** Characters of all names and groups together: 100 for each of the most racers. */
export const MAX_CHARACTERS = 100 * MAX_RACERS;
/** Admins, and helpers who have given their name. */
export const MAX_ADMINS = 500;
/** Adjustments of one attempt of a racer: every result that is read adds them up. */
export const MAX_ADJUSTMENTS = 50;
/** Shifts that can still be undone, and rehearsals: both are read with every tap. */
export const MAX_SHIFTS = 200;
export const MAX_REHEARSALS = 50;
/** Stops of one race: every start is held against them. */
export const MAX_STOPS = 100;
/** Split points that the owner names. */
export const MAX_POINTS = 20;
/** Lines with taps, named or not: a phone at a split may hear of its point last. */
export const MAX_SPLITS = 50;
export const MAX_CATEGORIES = 60;
export const MAX_ATTEMPTS = 10;
/** Groups of one racer. */
export const MAX_GROUPS = 30;
/** A television, an announcer and a few overlays, with room to spare. */
export const MAX_SCREENS = 20;
/** Sites that may show the board. */
export const MAX_EMBED_ORIGINS = 20;
/** Enough for every club and its spectators. */
export const MAX_FOLLOWERS = 1000;
/** Most followers of an event from one network: a whole club on the Wi-Fi of its hall. */
export const MAX_FOLLOWERS_OF_PLACE = 200;
/** Most followers of an event with a push subscription at one host that is no known push service. */
export const MAX_FOLLOWERS_OF_HOST = 20;
/** Messages to one follower: an event that is corrected over and over fills no mailbox. */
export const MAX_MESSAGES = 100;

// An account.

/** Events in the list of an account, the newest ones. */
export const MAX_LISTED_EVENTS = 1000;
/** Events in the list of a share group, the newest ones. */
export const MAX_SHARED_EVENTS = 500;
/** Events in the list from which those to compare are chosen: the newest ones that have results. */
export const MAX_OWN_RACES = 500;
export const MAX_TOKENS = 20;
export const MAX_WEBHOOKS = 5;
/** A webhook with more waiting messages than this gets no new ones: its cursors stay, so nothing is lost. */
export const MAX_WAITING_MESSAGES = 500;
export const MAX_SERIES = 100;
export const MAX_HANDICAP_TABLES = 20;
/** Racers of one library that were merged into others: they are read with the results of many events. */
export const MAX_MERGED = 500;
/** A table of every distance, class and age of a large association has about five thousand. */
export const MAX_TABLE_ROWS = 6000;

// A series.

export const MAX_SERIES_EVENTS = 100;
/** Results of all events of a series together: 100 events of 500 racers. */
export const MAX_SERIES_RESULTS = 50_000;
export const MAX_SERIES_HELPERS = 2_000;
export const MAX_POINTS_TABLE = 300;

// Results that are compared.

/** Events that a trend is made of, and rows of results: the newest ones of the chosen weeks. */
export const MAX_COMPARED_EVENTS = 60;
export const MAX_COMPARED_RESULTS = 20_000;
/** Most times of compared results, with one for each split point: every one takes part in a trend. */
export const MAX_COMPARED_TIMES = 60_000;
/** The newest results of a racer are read: a race a week for nearly ten years. */
export const MAX_HISTORY_RESULTS = 500;

// Runs of an account.

export const MAX_RUNS = 2_000;
/** Runs of others that one account keeps on its list. */
export const MAX_KEPT_RUNS = 2_000;
/** Offers shown at once, the newest; others follow when these are answered. */
export const MAX_OFFERS = 50;
export const MAX_ZONES = 20;
/** Addresses that one run is shared with. */
export const MAX_SHARES = 100;
export const MAX_SOURCES = 8;
/** Most samples of one source. */
export const MAX_SAMPLES = 500_000;
export const MAX_BREAKS = 5_000;
export const MAX_LAPS = 500;
export const MAX_CLOCKS = 8;
export const MAX_WARNINGS = 40;
export const MAX_VIDEOS = 8;
/** Files of one video. */
export const MAX_CHAPTERS = 60;
/** Points of the small drawing. */
export const MAX_OUTLINE = 120;
