// Every text of the interface, in English and in Persian, and how numbers read in them.

/** @typedef {"en" | "fa"} Language */

/**
 * `{name}` is a parameter; `{name|one|many}` chooses by a number.
 * @type {Record<string, [english: string, persian: string]>}
 */
export const WORDS = {
  // the page
  title: ["Botpit", "بات‌پیت"],
  sections: ["Sections", "بخش‌ها"],
  tab_view: ["View", "تماشا"],
  tab_play: ["Play", "بازی"],
  tab_edit: ["Edit map", "ویرایش نقشه"],
  open_file: ["Open replay", "باز کردن بازپخش"],
  language: ["فارسی: change to Persian", "English: تغییر زبان به انگلیسی"],
  language_other: ["فارسی", "English"],
  theme: ["Light or dark", "روشن یا تیره"],
  help: ["Keyboard shortcuts and help", "میان‌برهای صفحه‌کلید و راهنما"],
  close: ["Close", "بستن"],
  skip: ["Skip to the board", "پرش به صفحهٔ بازی"],
  loading: ["Loading…", "در حال بارگذاری…"],
  boot_failed: ["The page could not start: {reason}", "صفحه راه نیفتاد: {reason}"],
  fetch_failed: ["{name} could not be loaded: {reason}", "{name} بارگذاری نشد: {reason}"],
  replay_outside: [
    "the address names a file outside the page's folder, with `..` in its path",
    "نشانی با `..` پرونده‌ای بیرون از پوشهٔ این صفحه را نام می‌برد",
  ],
  open_failed: ["{name} cannot be shown", "{name} را نمی‌توان نشان داد"],
  open_failed_hint: [
    "Replays are files that botpit play --replay writes: .jsonl or .jsonl.zst.",
    "بازپخش‌ها پرونده‌هایی‌اند که botpit play --replay می‌نویسد: ‎.jsonl یا ‎.jsonl.zst.",
  ],
  drop_here: ["Drop the file to open it", "پرونده را رها کنید تا باز شود"],

  // the start of the viewer
  welcome: ["Watch a match", "یک مسابقه تماشا کنید"],
  welcome_drop: [
    "Drop a replay here, or choose its file. It stays on this computer.",
    "بازپخش را این‌جا رها کنید یا پرونده‌اش را برگزینید. پرونده از این رایانه بیرون نمی‌رود.",
  ],
  welcome_choose: ["Choose a replay", "انتخاب بازپخش"],
  welcome_play: ["Play a match here", "مسابقه در همین صفحه"],
  welcome_edit: ["Draw a map", "کشیدن نقشه"],

  // transport
  transport: ["Playback", "پخش"],
  play: ["Play", "پخش"],
  pause: ["Pause", "درنگ"],
  play_again: ["Play from the start", "پخش از آغاز"],
  step_back: ["One turn back", "یک نوبت عقب"],
  step_on: ["One turn on", "یک نوبت جلو"],
  to_start: ["To the start", "به آغاز"],
  to_end: ["To the end", "به پایان"],
  speed: ["Speed", "سرعت"],
  leg: ["Leg", "دور"],
  leg_of: ["Leg {leg} of {legs}: {map}", "دور {leg} از {legs}: {map}"],
  turn: ["Turn", "نوبت"],
  turn_of: ["Turn {turn} of {turns}", "نوبت {turn} از {turns}"],
  turn_go: ["Go to a turn", "رفتن به نوبت"],
  jump: ["Jump to", "پرش به"],
  jump_next: ["Next: {what}", "بعدی: {what}"],
  jump_previous: ["Previous: {what}", "قبلی: {what}"],
  jump_none_after: ["No more of that after this turn: {what}", "پس از این نوبت دیگر رخ نمی‌دهد: {what}"],
  jump_none_before: ["None of that before this turn: {what}", "پیش از این نوبت رخ نداده است: {what}"],
  no_such_turn: ["There is no turn {turn}: the last one is {turns}", "نوبت {turn} وجود ندارد؛ آخرین نوبت {turns} است"],
  fit: ["Fit the board", "جا دادن کل صفحه"],
  zoom_in: ["Zoom in", "بزرگ‌نمایی"],
  zoom_out: ["Zoom out", "کوچک‌نمایی"],

  // fog and layers
  fog: ["Seen by", "از دید"],
  fog_all: ["Everything", "همه‌چیز"],
  fog_a: ["A's view", "دید A"],
  fog_b: ["B's view", "دید B"],
  fog_ever_a: ["Ever seen by A", "هرچه A تاکنون دیده"],
  fog_ever_b: ["Ever seen by B", "هرچه B تاکنون دیده"],
  layers: ["Drawings", "ترسیم‌ها"],
  layer_a: ["A's drawings", "ترسیم‌های A"],
  layer_b: ["B's drawings", "ترسیم‌های B"],
  layers_on: ["Drawings are shown", "ترسیم‌ها نمایش داده می‌شوند"],
  layers_off: ["Drawings are hidden", "ترسیم‌ها پنهان‌اند"],

  // board
  board: ["Board", "صفحهٔ بازی"],
  board_help: [
    "Enter starts and ends the inspection of cells; then the arrow keys move over the board.",
    "کلید Enter بازبینی خانه‌ها را آغاز و تمام می‌کند؛ سپس کلیدهای جهت روی صفحه حرکت می‌کنند.",
  ],
  inspect_on: ["Inspecting cells: arrow keys move, Escape ends", "بازبینی خانه‌ها: کلیدهای جهت برای حرکت، Escape برای پایان"],
  inspect_off: ["Inspection ended", "بازبینی پایان یافت"],
  cell: ["Cell ({x}, {y})", "خانهٔ ({x}، {y})"],
  unpin: ["Close the cell's card", "بستن کارت خانه"],

  // what is known of a cell
  ground_free: ["Free ground", "زمین آزاد"],
  ground_obstacle: ["Obstacle", "مانع"],
  ground_wall: ["Wall", "دیوار"],
  ground_unknown: ["Never seen", "هرگز دیده نشده"],
  half_of: ["In {seat}'s half", "در نیمهٔ {seat}"],
  out_of_view: ["Out of {seat}'s view now", "اکنون بیرون از دید {seat}"],
  seen_far: ["In {seat}'s view", "در دید {seat}"],
  seen_near: ["In {seat}'s view, gold too", "در دید {seat}، با طلا"],
  last_seen: ["Last seen by {seat}: turn {turn}", "آخرین بار که {seat} دید: نوبت {turn}"],
  never_seen: ["Never seen by {seat}", "{seat} هرگز ندیده"],
  about_hunter: ["Hunter {name}, facing {direction}", "شکارچی {name}، رو به {direction}"],
  about_worker: ["Worker {name}, facing {direction}", "کارگر {name}، رو به {direction}"],
  about_bullets: ["{n} {n|bullet|bullets} left", "{n} گلوله مانده"],
  about_died: ["{name} died here this turn", "{name} در این نوبت این‌جا کشته شد"],
  about_bullet: ["Bullet flying {direction}", "گلوله در پرواز به {direction}"],
  about_bullet_waiting: ["Bullet just fired, {direction}", "گلولهٔ تازه‌شلیک‌شده، رو به {direction}"],
  about_bullet_age: ["Fired {n} {n|turn|turns} ago", "{n} نوبت پیش شلیک شده"],
  about_gold: ["Gold worth {n}", "طلا به ارزش {n}"],
  about_gold_dug: ["Dug {n} of 3 turns", "{n} نوبت از ۳ کنده شده"],
  about_gold_remembered: ["Gold worth {n}, as last seen", "طلا به ارزش {n}، در آخرین دید"],
  about_runner: ["Runner {name}", "دونده {name}"],
  about_carries: ["Carries flag {flag} of {seat}", "پرچم {flag} تیم {seat} را می‌برد"],
  about_captured: ["Captured since turn {turn}", "اسیر از نوبت {turn}"],
  about_captured_now: ["Captured", "اسیر"],
  about_flag: ["Flag {flag} of {seat}", "پرچم {flag} تیم {seat}"],
  about_flag_gone: ["Place of flag {flag} of {seat}; the flag is gone", "جای پرچم {flag} تیم {seat}؛ پرچم این‌جا نیست"],
  about_flag_carried: ["Place of flag {flag} of {seat}; {name} carries it", "جای پرچم {flag} تیم {seat}؛ {name} آن را می‌برد"],
  about_base: ["Base of {seat}", "پایگاه {seat}"],
  about_jail: ["Jail of {seat}'s players", "زندان بازیکنان {seat}"],
  direction_up: ["up", "بالا"],
  direction_right: ["right", "راست"],
  direction_down: ["down", "پایین"],
  direction_left: ["left", "چپ"],

  // timeline
  timeline: ["Timeline", "خط زمان"],
  timeline_fold: ["Show or hide the charts", "نمایش یا پنهان کردن نمودارها"],
  lane_score: ["Score", "امتیاز"],
  lane_fuel: ["Fuel", "سوخت"],
  lane_fuel_bank: ["Bank left", "مانده"],
  lane_memory: ["Memory", "حافظه"],
  not_metered: ["fuel was not metered", "سوخت اندازه‌گیری نشده"],
  tip_score: ["Score {a} : {b}", "امتیاز {a} : {b}"],
  tip_fuel: ["Fuel {each}", "سوخت {each}"],
  tip_memory: ["Peak memory {each}", "اوج حافظه {each}"],

  // side panel
  panel: ["About the match", "دربارهٔ مسابقه"],
  page_turn: ["Turn", "نوبت"],
  page_logs: ["Logs", "گزارش‌ها"],
  page_match: ["Match", "مسابقه"],
  page_legend: ["Legend", "راهنما"],
  score: ["Score", "امتیاز"],
  seat: ["Seat {seat}", "جایگاه {seat}"],
  won: ["won", "برنده"],
  fuel: ["Fuel", "سوخت"],
  fuel_of: ["{used} of {limit}, {share}", "{used} از {limit}، {share}"],
  fuel_bank: ["{share} of the bank left, used {used}", "{share} از ذخیره مانده، مصرف {used}"],
  fuel_unmetered: ["not metered", "اندازه‌گیری نشده"],
  fuel_unmetered_long: [
    "This match was played in a page: fuel was not metered, so the bots cannot be run again exactly.",
    "این مسابقه در مرورگر بازی شده است: سوخت اندازه‌گیری نشده و اجرای دوبارهٔ دقیق ربات‌ها ممکن نیست.",
  ],
  memory: ["Memory", "حافظه"],
  seat_hidden: ["The other team is not told more.", "تیم دیگر بیش از این نمی‌داند."],
  restarted: ["restarted in this turn", "در این نوبت از نو راه افتاد"],
  the_start: ["The start: nothing has happened yet.", "آغاز: هنوز چیزی رخ نداده است."],
  nothing_happened: ["Nothing happened in this turn.", "در این نوبت چیزی رخ نداد."],
  hidden_events: ["Only what {seat} may know is listed.", "تنها آنچه {seat} می‌تواند بداند آمده است."],
  faults: ["Faults", "خطاها"],
  violations: ["Forbidden calls", "فراخوانی‌های ممنوع"],
  violation_of: ["{seat} called {call}, {n} {n|time|times}", "{seat} ‏{n} بار {call} را صدا زد"],
  rejections: ["Rejected orders", "دستورهای ردشده"],
  events: ["Events", "رویدادها"],
  orders: ["Orders", "دستورها"],
  orders_of: ["Orders of {seat} ({n})", "دستورهای {seat} ({n})"],
  orders_none: ["No orders.", "بی‌دستور."],
  more: ["{n} more", "{n} مورد دیگر"],
  log_of: ["{seat}'s log", "گزارش {seat}"],
  log_empty: ["Nothing logged in this turn.", "در این نوبت چیزی گزارش نشده است."],
  log_hidden: ["Hidden in the other team's view.", "در دید تیم دیگر پنهان است."],
  log_dropped: ["{n} bytes dropped before this", "{n} بایت پیش از این دور ریخته شد"],
  log_cut: ["The page shows {n} lines of this log; botpit replay show --turn prints all.", "صفحه {n} سطر از این گزارش را نشان می‌دهد؛ botpit replay show --turn همه را می‌نویسد."],
  log_next: ["Next turn with a log", "نوبت بعدی با گزارش"],
  log_previous: ["Previous turn with a log", "نوبت قبلی با گزارش"],
  draw_dropped: ["{n} bytes of {seat}'s drawing dropped", "{n} بایت از ترسیم {seat} دور ریخته شد"],
  end_of_leg: ["End of this leg", "پایان این دور"],

  // match facts
  facts_match: ["Match", "مسابقه"],
  facts_totals: ["Totals", "جمع"],
  facts_limits: ["Limits", "سقف‌ها"],
  facts_versions: ["Versions", "نسخه‌ها"],
  fact_file: ["File", "پرونده"],
  fact_game: ["Game", "بازی"],
  fact_outcome: ["Outcome", "نتیجه"],
  fact_seed: ["Seed", "بذر"],
  fact_options: ["Options", "گزینه‌ها"],
  fact_policy: ["Policy", "قاعده‌های برگزاری"],
  fact_map: ["Map", "نقشه"],
  fact_size: ["Size", "اندازه"],
  fact_turns: ["Turns", "نوبت‌ها"],
  fact_hash: ["State hash", "چکیدهٔ حالت"],
  fact_name: ["Name", "نام"],
  fact_team: ["Team", "تیم"],
  fact_sha: ["SHA-256", "SHA-256"],
  fact_embedded: ["Program in the file", "برنامه در پرونده"],
  fact_meter: ["Fuel meter", "سنجهٔ سوخت"],
  fact_ruleset: ["Rules", "قواعد"],
  fact_abi: ["Bot interface", "رابط ربات"],
  fact_botpit: ["Botpit", "بات‌پیت"],
  fact_sandbox: ["Sandbox", "جعبهٔ شنی"],
  fact_format: ["Replay format", "قالب بازپخش"],
  fact_viewer: ["This viewer", "این نمایشگر"],
  fact_text: ["The map as text", "متن نقشه"],
  yes: ["yes", "بله"],
  no: ["no", "خیر"],
  none: ["none", "هیچ"],
  total_fuel: ["Fuel", "سوخت"],
  total_worst_turn_fuel: ["Fuel, worst turn", "سوخت، بیشینهٔ یک نوبت"],
  total_memory: ["Peak memory", "اوج حافظه"],
  total_faults: ["Faults", "خطاها"],
  total_restarts: ["Restarts", "راه‌اندازی دوباره"],
  total_rejections: ["Rejections", "دستورهای ردشده"],
  total_violations: ["Forbidden calls", "فراخوانی‌های ممنوع"],
  tie_players_lost: ["players lost", "بازیکن ازدست‌رفته"],
  tie_bullets_fired: ["bullets fired", "گلولهٔ شلیک‌شده"],

  // verification
  verified: ["Verified", "تأیید شد"],
  verified_long: [
    "Every state was computed again here, and all agree with the file.",
    "همهٔ حالت‌ها همین‌جا دوباره حساب شد و با پرونده یکی است.",
  ],
  unverified: ["Does not verify", "تأیید نشد"],
  incomplete: ["Incomplete", "ناتمام"],
  verified_part_long: [
    "The file is cut or damaged. What there is of it was computed again here, and agrees.",
    "پرونده بریده یا آسیب‌دیده است. آنچه از آن هست همین‌جا دوباره حساب شد و یکی است.",
  ],
  trouble: ["What is wrong with this replay", "ایرادهای این بازپخش"],
  save_replay: ["Save the replay's file", "ذخیرهٔ پروندهٔ بازپخش"],
  outcome_missing: ["The replay is cut: it does not tell the outcome.", "بازپخش بریده است و نتیجه را نمی‌گوید."],
  outcome_win: ["{seat} won", "{seat} برد"],
  outcome_draw: ["Draw", "مساوی"],
  outcome_unresolved: ["Unresolved", "بی‌نتیجه"],

  // kinds of what happens
  kind_all: ["notable events", "رویدادهای مهم"],
  kind_rotated: ["turn of a player", "چرخش"],
  kind_moved: ["move", "حرکت"],
  kind_stayed: ["move without effect", "حرکت بی‌اثر"],
  kind_fired: ["shot", "شلیک"],
  "kind_bullet-destroyed": ["bullet gone", "نابودی گلوله"],
  kind_killed: ["kill", "کشته"],
  kind_dug: ["digging", "کندن طلا"],
  kind_extracted: ["gold", "طلا"],
  kind_captured: ["capture", "اسارت"],
  "kind_flag-returned": ["flag back home", "بازگشت پرچم"],
  kind_scored: ["point", "امتیازگیری"],
  "kind_picked-up": ["flag taken", "برداشتن پرچم"],
  kind_freed: ["freeing", "آزادی"],
  kind_fault: ["fault", "خطا"],
  kind_violation: ["forbidden call", "فراخوانی ممنوع"],
  kind_log: ["log", "گزارش"],
  kind_drawing: ["drawing", "ترسیم"],
  kind_rejection: ["rejected order", "دستور ردشده"],

  // faults, which in Persian are named before the engine's sentence
  "fault_out-of-fuel": ["out of fuel", "سوخت تمام شد"],
  "fault_out-of-memory": ["out of memory", "حافظه کم آمد"],
  fault_trap: ["trap", "برنامه از کار افتاد"],
  "fault_bad-alloc": ["bad alloc", "حافظهٔ نادرست از alloc"],
  "fault_bad-pointer": ["bad pointer", "اشاره‌گر نادرست"],
  "fault_bad-orders": ["bad orders", "دستورهای نادرست"],
  fault_exited: ["exited", "برنامه خود را پایان داد"],
  fault_violation: ["violation", "فراخوانی ممنوع"],

  // how events read in Persian; in English the engine's own sentences are shown
  event_rotated: ["{who} turns {direction} at {at}", "{who} در {at} رو به {direction} می‌چرخد"],
  event_moved: ["{who} moves {other} -> {at}", "{who} از {other} به {at} می‌رود"],
  "event_stayed_off-board": ["{who} stays at {at}: the board ends there", "{who} در {at} می‌ماند: صفحه آن‌جا تمام می‌شود"],
  event_stayed_obstacle: ["{who} stays at {at}: {other} is an obstacle", "{who} در {at} می‌ماند: {other} مانع است"],
  event_stayed_wall: ["{who} stays at {at}: {other} is a wall", "{who} در {at} می‌ماند: {other} دیوار است"],
  "event_stayed_own-spawn": ["{who} stays at {at}: {other} is an own flag spawn", "{who} در {at} می‌ماند: {other} جای پرچم خودی است"],
  event_stayed_contested: ["{who} stays at {at}: another was to enter {other} too", "{who} در {at} می‌ماند: دیگری هم می‌خواست به {other} برود"],
  event_stayed_occupied: ["{who} stays at {at}: {other} was occupied", "{who} در {at} می‌ماند: {other} پر بود"],
  event_stayed_blocked: ["{who} stays at {at}: a team mate stays at {other}", "{who} در {at} می‌ماند: هم‌تیمی در {other} مانده است"],
  event_fired: ["{who} fires at {at}, bullets left: {value}", "{who} در {at} شلیک می‌کند؛ گلوله‌های مانده: {value}"],
  "event_bullet-destroyed_exchanged": ["bullet flying {direction} at {at} is gone: it met another on the way to {other}", "گلولهٔ رو به {direction} در {at} نابود شد: در راه {other} به گلولهٔ دیگری خورد"],
  "event_bullet-destroyed_off-board": ["bullet flying {direction} at {at} is gone: the board ends there", "گلولهٔ رو به {direction} در {at} نابود شد: صفحه آن‌جا تمام می‌شود"],
  "event_bullet-destroyed_obstacle": ["bullet flying {direction} at {at} is gone: {other} is an obstacle", "گلولهٔ رو به {direction} در {at} نابود شد: {other} مانع است"],
  "event_bullet-destroyed_hit": ["bullet flying {direction} at {at} is gone: it hit a player", "گلولهٔ رو به {direction} در {at} به بازیکنی خورد"],
  "event_bullet-destroyed_collided": ["bullet flying {direction} at {at} is gone: it met another in this cell", "گلولهٔ رو به {direction} در {at} به گلولهٔ دیگری خورد"],
  "event_killed_entered-fire": ["{who} is killed at {at}: it moved into a bullet", "{who} در {at} کشته شد: به درون گلوله رفت"],
  event_killed_shot: ["{who} is killed at {at}: it was shot", "{who} در {at} کشته شد: تیر خورد"],
  event_dug: ["{who} digs at {at}, {value} of 3 turns done", "{who} در {at} می‌کند؛ {value} نوبت از ۳"],
  event_extracted: ["{who} extracts gold worth {value} at {at}", "{who} در {at} طلایی به ارزش {value} بیرون می‌آورد"],
  event_captured_met: ["{who} is captured at {at}: it met {foe}; to jail {other}", "{who} در {at} اسیر شد: به {foe} برخورد؛ به زندان {other}"],
  event_captured_exchanged: ["{who} is captured at {at}: it exchanged cells with {foe}; to jail {other}", "{who} در {at} اسیر شد: با {foe} جا عوض کرد؛ به زندان {other}"],
  "event_flag-returned": ["{who} loses flag {value} at {other}: it is back at {at}", "{who} پرچم {value} را در {other} از دست داد: پرچم به {at} برگشت"],
  event_scored: ["{who} scores with flag {value} at {at}: it is back at {other}", "{who} با پرچم {value} در {at} امتیاز گرفت: پرچم به {other} برگشت"],
  "event_picked-up": ["{who} picks up flag {value} at {at}", "{who} پرچم {value} را در {at} برداشت"],
  event_freed: ["{who} is freed from jail {other} by {mate}, now at {at}", "{who} را {mate} از زندان {other} آزاد کرد؛ اکنون در {at}"],
  rejection_malformed: ["{seat}'s orders are rejected: the bytes are no list of orders", "دستورهای {seat} رد شد: بایت‌ها فهرست دستور نیستند"],
  "rejection_unknown-player": ["{who}'s order is rejected: the team has no such player", "دستور {who} رد شد: تیم چنین بازیکنی ندارد"],
  rejection_dead: ["{who}'s order is rejected: the player is dead", "دستور {who} رد شد: بازیکن کشته شده است"],
  rejection_captured: ["{who}'s order is rejected: the player is captured", "دستور {who} رد شد: بازیکن اسیر است"],
  "rejection_unknown-kind": ["{who}'s order is rejected: the game has no such kind of order", "دستور {who} رد شد: بازی چنین دستوری ندارد"],
  "rejection_bad-direction": ["{who}'s order is rejected: there is no such direction", "دستور {who} رد شد: چنین جهتی نیست"],
  rejection_unarmed: ["{who}'s order is rejected: a worker cannot fire", "دستور {who} رد شد: کارگر نمی‌تواند شلیک کند"],
  "rejection_no-bullets": ["{who}'s order is rejected: the hunter has no bullets", "دستور {who} رد شد: شکارچی گلوله ندارد"],

  // legend
  legend_hunter: ["Hunter: shoots the way its gun points", "شکارچی: به سوی تفنگش شلیک می‌کند"],
  legend_worker: ["Worker: digs gold with its pick", "کارگر: با کلنگ طلا می‌کند"],
  legend_runner: ["Runner; with a flag when it carries one", "دونده؛ با پرچم اگر پرچمی ببرد"],
  legend_captured: ["Captured: behind bars at the jail", "اسیر: پشت میله‌ها در زندان"],
  legend_bullet: ["Bullet; its tail shows where it came from", "گلوله؛ دُمش نشان می‌دهد از کجا آمده"],
  legend_gold: ["Gold with its value; the ring shows the digging", "طلا با ارزشش؛ حلقه میزان کندن را نشان می‌دهد"],
  legend_flag: ["Flag: A's is a triangle, B's is notched", "پرچم: از A سه‌گوش، از B دوشاخه"],
  legend_base: ["Home base", "پایگاه"],
  legend_spawn: ["Flag's place", "جای پرچم"],
  legend_death: ["Death; the cross fades in a few turns", "مرگ؛ ضربدر در چند نوبت محو می‌شود"],
  legend_extract: ["Gold extracted", "طلای بیرون‌آمده"],
  legend_score: ["Point", "امتیاز"],
  legend_capture: ["Capture", "اسارت"],
  legend_blocked: ["Move without effect", "حرکت بی‌اثر"],
  legend_wall: ["Obstacle or wall", "مانع یا دیوار"],
  legend_dim: ["Out of view now", "اکنون بیرون از دید"],
  legend_unknown: ["Never seen", "هرگز دیده نشده"],
  legend_teams: ["A is blue and round, B is orange and square.", "A آبی و گرد است، B نارنجی و چهارگوش."],
  legend_symbols: ["Symbols of the text board", "نمادهای صفحهٔ متنی"],

  // help sheet
  help_play: ["play, or pause", "پخش یا درنگ"],
  help_step: ["one turn back, one turn on", "یک نوبت عقب، یک نوبت جلو"],
  help_step_ten: ["ten turns", "ده نوبت"],
  help_ends: ["the start of the leg, its last turn", "آغاز دور، آخرین نوبت آن"],
  help_legs: ["the leg before, the next leg", "دور قبلی، دور بعدی"],
  help_speed: ["slower, faster: 0.25 to 64 times 4 turns a second", "کندتر، تندتر: ۰٫۲۵ تا ۶۴ برابرِ ۴ نوبت در ثانیه"],
  help_next: ["next or previous turn with what is chosen under “Jump to”", "نوبت بعدی یا قبلی با آنچه در «پرش به» برگزیده‌اید"],
  help_kill: ["next kill", "کشته شدن بعدی"],
  help_gold: ["next gold or point", "طلا یا امتیاز بعدی"],
  help_capture: ["next capture", "اسارت بعدی"],
  help_fault: ["next fault", "خطای بعدی"],
  help_shift: ["k, g, c and f with Shift: the one before.", "k و g و c و f همراه Shift: مورد قبلی."],
  help_fog: ["everything, A's view, B's view, ever seen by A, by B", "همه‌چیز، دید A، دید B، هرچه A دیده، هرچه B دیده"],
  help_layers: ["show or hide the bots' drawings", "نمایش یا پنهان کردن ترسیم ربات‌ها"],
  help_zoom: ["zoom in, zoom out, fit the board", "بزرگ‌نمایی، کوچک‌نمایی، جا دادن صفحه"],
  help_pan: ["move over the board", "جابه‌جایی روی صفحه"],
  help_inspect: ["on the board: inspect cells with the arrow keys", "روی صفحه: بازبینی خانه‌ها با کلیدهای جهت"],
  help_escape: ["end the inspection, close the card", "پایان بازبینی، بستن کارت"],
  help_turn: ["type a turn's number", "نوشتن شمارهٔ نوبت"],
  help_help: ["this sheet", "همین برگه"],
  help_about_view: ["Watching a replay", "تماشای بازپخش"],
  help_about_play: ["Playing by hand, while the board or a player has the focus", "بازی با دست، وقتی صفحهٔ بازی یا بازیکنی در کانون است"],
  help_about_edit: ["Drawing a map, while the map has the focus", "کشیدن نقشه، وقتی نقشه در کانون است"],
  help_zoom_only: ["zoom in, zoom out", "بزرگ‌نمایی، کوچک‌نمایی"],
  help_hand_go: ["the chosen player moves, or turns", "بازیکن برگزیده حرکت می‌کند یا می‌چرخد"],
  help_hand_choose: ["choose a player", "انتخاب بازیکن"],
  help_hand_next: ["the next player, the one before", "بازیکن بعدی، بازیکن قبلی"],
  help_hand_fire: ["fire, in Gold Hunter", "شلیک، در شکارچی طلا"],
  help_hand_clear: ["take the player's order back", "پس گرفتن دستور بازیکن"],
  help_hand_end: ["end the turn", "پایان نوبت"],
  help_hand_inspect: [
    "ask about cells: the arrow keys then move over the board; i or Esc ends",
    "پرسش دربارهٔ خانه‌ها: کلیدهای جهت روی صفحه حرکت می‌کنند؛ i یا Esc پایان می‌دهد",
  ],
  help_hand_mouse: [
    "A click on a player chooses it, a click on a cell beside it gives the order. The pointer over a cell tells of it.",
    "کلیک روی بازیکن او را برمی‌گزیند و کلیک روی خانهٔ کنارش دستور می‌دهد. اشاره‌گر روی هر خانه از آن می‌گوید.",
  ],
  help_edit_move: ["move over the map", "حرکت روی نقشه"],
  help_edit_put: ["put what is chosen on the cell", "گذاشتن ابزار برگزیده در خانه"],
  help_edit_paint: ["move and paint", "حرکت و کشیدن"],
  help_edit_erase: ["empty the cell", "خالی کردن خانه"],
  help_edit_tool: ["choose a tool", "انتخاب ابزار"],
  help_edit_team: ["the other team", "تیم دیگر"],
  help_edit_turn: ["turn the figure's direction", "چرخاندن جهت مهره"],
  help_edit_undo: ["undo, redo", "واگرد، ازنو"],
  help_edit_mouse: [
    "Dragging paints. A map's file can be dropped anywhere on the page.",
    "کشیدن ماوس رنگ می‌کند. پروندهٔ نقشه را هر جای صفحه می‌توان رها کرد.",
  ],
  help_mouse: [
    "Wheel or two fingers zoom, dragging moves the board, a tap on a cell keeps its card open. A replay can be dropped anywhere on the page.",
    "چرخ ماوس یا دو انگشت بزرگ‌نمایی می‌کند، کشیدن صفحه را جابه‌جا می‌کند و لمس خانه کارتش را نگه می‌دارد. بازپخش را هر جای صفحه می‌توان رها کرد.",
  ],

  // playground
  list_comma: [", ", "، "],
  "game_gold-hunter": ["Gold Hunter", "شکارچی طلا"],
  "game_capture-the-flag": ["Capture the Flag", "تسخیر پرچم"],
  file_too_large: ["{name} has {size} bytes; at most {most} can be read here.", "{name} ‏{size} بایت است؛ این‌جا دست بالا {most} بایت خوانده می‌شود."],

  // the form of a match
  play_title: ["Play a match in this page", "مسابقه در همین صفحه"],
  play_intro: [
    "Choose a game, two players and a map. Nothing leaves this computer: the bots run in this browser.",
    "بازی، دو بازیکن و نقشه را انتخاب کنید. چیزی از این رایانه بیرون نمی‌رود: ربات‌ها در همین مرورگر اجرا می‌شوند.",
  ],
  play_game: ["Game", "بازی"],
  play_seed: ["Seed of the match", "بذر مسابقه"],
  play_seed_of: ["seed {seed}", "بذر {seed}"],
  play_seat_a: ["Seat A", "جایگاه A"],
  play_seat_b: ["Seat B", "جایگاه B"],
  play_player: ["Who plays", "چه کسی بازی می‌کند"],
  play_own_bot: ["Choose a .wasm file…", "انتخاب پروندهٔ ‎.wasm…"],
  play_drop_bot: ["Your own bot can also be dropped here.", "ربات خودتان را می‌توانید همین‌جا رها هم کنید."],
  play_file: ["your file {name}", "پروندهٔ شما {name}"],
  play_by_hand: ["by hand", "با دست"],
  play_hand_help: [
    "You give one team's orders yourself and see only what that team may see.",
    "دستورهای یک تیم را خودتان می‌دهید و تنها آنچه آن تیم می‌بیند می‌بینید.",
  ],
  play_swap: ["Swap the seats", "جابه‌جایی جایگاه‌ها"],
  play_map: ["Map", "نقشه"],
  play_options: ["Rules and time", "قاعده‌ها و زمان"],
  play_replays: ["Further maps to decide a tie", "نقشه‌های بعدی برای تعیین برندهٔ بازی برابر"],
  play_turn_seconds: ["Seconds that a bot may take for one turn", "ثانیه‌های هر ربات برای یک نوبت"],
  play_match_seconds: ["Seconds that a bot may take for the whole match", "ثانیه‌های هر ربات برای کل مسابقه"],
  play_start: ["Play", "شروع مسابقه"],
  play_no_builtins: [
    "The bots that come with Botpit could not be loaded: {why}. Your own files can still play.",
    "ربات‌های همراه بات‌پیت بارگذاری نشدند: {why}. پرونده‌های خودتان همچنان می‌توانند بازی کنند.",
  ],

  bot_random: ["does anything that is possible", "هر کار ممکنی می‌کند"],
  bot_prospector: ["explores, remembers and digs", "می‌گردد، به یاد می‌سپارد و می‌کند"],
  bot_marksman: ["hunts along lines of fire and dodges bullets", "در خط آتش شکار می‌کند و از گلوله می‌گریزد"],
  bot_foreman: ["shares out the gold and guards its workers", "طلا را تقسیم می‌کند و نگهبان کارگرهاست"],
  bot_wanderer: ["goes anywhere", "به هر سو می‌رود"],
  bot_runner: ["runs to the enemy's flags and home", "به سوی پرچم‌های حریف و خانه می‌دود"],
  bot_sentinel: ["guards its half, frees its players and runs", "نگهبان نیمهٔ خودی است، اسیران را آزاد می‌کند و می‌دود"],
  bot_captain: ["cuts enemies off and looks for ways past them", "راه حریف را می‌بندد و راهی از کنارش می‌جوید"],

  // a match that runs
  play_loading_bots: ["Loading the bots…", "بارگذاری ربات‌ها…"],
  play_running: ["The match runs.", "مسابقه در جریان است."],
  play_running_hand: ["The match runs. Give your orders, then end the turn.", "مسابقه در جریان است. دستورها را بدهید و نوبت را تمام کنید."],
  play_live_board: ["The board now", "صفحهٔ بازی در این لحظه"],
  play_progress: ["Progress of the match", "پیشرفت مسابقه"],
  play_leg_turn_of: ["Leg {leg}, turn {turn} of {turns}", "دور {leg}، نوبت {turn} از {turns}"],
  play_score: ["score {a} : {b}", "امتیاز {a} : {b}"],
  play_stop: ["Stop", "توقف"],
  play_stopped: ["Stopped after {turn} {turn|turn|turns}: the match has no outcome.", "پس از {turn} نوبت متوقف شد: مسابقه نتیجه‌ای ندارد."],
  play_fault: ["{seat}, turn {turn}: {what}", "{seat}، نوبت {turn}: {what}"],
  play_more_faults: ["More faults are in the replay.", "خطاهای دیگر در بازپخش هست."],
  play_open: ["Open in the viewer", "باز کردن در نمایشگر"],
  play_save: ["Save the replay", "ذخیرهٔ بازپخش"],
  play_next_seed: ["Again with the next seed", "دوباره با بذر بعدی"],
  play_swap_again: ["Again with the seats swapped", "دوباره با جایگاه‌های جابه‌جا"],
  play_back: ["Change the match", "تغییر مسابقه"],
  play_not_scored: ["The match is not scored.", "مسابقه نتیجه‌ای ندارد."],
  play_worker_died: [
    "The page failed while it ran {name}, which is not the bot's fault: {why}",
    "صفحه هنگام اجرای {name} از کار افتاد و تقصیر ربات نیست: {why}",
  ],
  play_page_failed: ["The page failed, and no bot: {why}", "صفحه از کار افتاد، نه ربات‌ها: {why}"],

  // why a module cannot play
  refused_of: ["{name} cannot play:", "{name} نمی‌تواند بازی کند:"],
  refused_compile: [
    "it is no WebAssembly module that this browser can compile ({why}). `botpit check` tells more.",
    "ماژول وب‌اسمبلی‌ای نیست که این مرورگر بتواند کامپایل کند ({why}). دستور `botpit check` بیشتر می‌گوید.",
  ],
  refused_module: ["{why}", "{why}"],
  refused_type: [
    "its export `{name}` is not of the type {type}. `botpit check` tells more.",
    "صادرهٔ `{name}` آن از نوع {type} نیست. دستور `botpit check` بیشتر می‌گوید.",
  ],
  refused_import_type: [
    "its import `{name}` is not of the type {type}. `botpit check` tells more.",
    "واردهٔ `{name}` آن از نوع {type} نیست. دستور `botpit check` بیشتر می‌گوید.",
  ],
  refused_tables: [
    "it has {count} tables, and {most} is allowed. `botpit check` tells more.",
    "{count} جدول دارد و {most} جدول مجاز است. دستور `botpit check` بیشتر می‌گوید.",
  ],
  refused_memories: [
    "it has {count} memories, and {most} is allowed. `botpit check` tells more.",
    "{count} حافظه دارد و {most} حافظه مجاز است. دستور `botpit check` بیشتر می‌گوید.",
  ],
  refused_tags: [
    "it uses exceptions of WebAssembly (tags), which Botpit does not allow. `botpit check` tells more.",
    "از استثناهای وب‌اسمبلی (برچسب‌ها) استفاده می‌کند که بات‌پیت اجازه نمی‌دهد. دستور `botpit check` بیشتر می‌گوید.",
  ],
  refused_gc: [
    "it has types of garbage collection or typed references, which Botpit does not allow. `botpit check` tells more.",
    "نوع‌های زباله‌روبی یا ارجاع نوع‌دار دارد که بات‌پیت اجازه نمی‌دهد. دستور `botpit check` بیشتر می‌گوید.",
  ],
  refused_unread: [
    "this page cannot read its sections. `botpit check` tells more.",
    "این صفحه نمی‌تواند بخش‌های آن را بخواند. دستور `botpit check` بیشتر می‌گوید.",
  ],
  refused_link: [
    "one of its imports has another type than Botpit's ({why}). `botpit check` tells more.",
    "نوع یکی از واردات آن با نوع بات‌پیت یکی نیست ({why}). دستور `botpit check` بیشتر می‌گوید.",
  ],
  refused_start: [
    "it fails when it is loaded, in {phase}: {why}. `botpit check` tells more.",
    "هنگام بارگذاری در {phase} شکست می‌خورد: {why}. دستور `botpit check` بیشتر می‌گوید.",
  ],
  refused_load_time: [
    "loading it took more than {seconds} s. It may loop in its start function; `botpit check` tells more.",
    "بارگذاری آن بیش از {seconds} ثانیه طول کشید. شاید تابع آغازش حلقهٔ بی‌پایان دارد؛ دستور `botpit check` بیشتر می‌گوید.",
  ],
  refused_memory_size: [
    "it starts with {least} bytes of memory, and {most} are allowed. Set a smaller initial memory.",
    "با {least} بایت حافظه آغاز می‌کند و {most} بایت مجاز است. حافظهٔ آغازین کوچک‌تری تعیین کنید.",
  ],
  refused_memory_type: [
    "its memory is shared or has 64-bit addresses, which Botpit does not allow. Build it for wasm32 without threads.",
    "حافظه‌اش مشترک یا ۶۴ بیتی است که بات‌پیت اجازه نمی‌دهد. آن را برای wasm32 و بدون نخ بسازید.",
  ],
  refused_table_size: [
    "a table starts with {least} elements, and {most} are allowed.",
    "جدولی با {least} عنصر آغاز می‌شود و {most} عنصر مجاز است.",
  ],
  refused_table_type: [
    "it has a kind of table that Botpit does not allow. `botpit check` tells more.",
    "گونه‌ای جدول دارد که بات‌پیت اجازه نمی‌دهد. دستور `botpit check` بیشتر می‌گوید.",
  ],

  // why no fuel
  play_fuel_title: ["Why no fuel here?", "چرا این‌جا سوختی نیست؟"],
  play_fuel_why: [
    "The page does not meter fuel. Browsers do not count what WebAssembly does, so a bot's time here is what a clock shows, and that differs from machine to machine.",
    "این صفحه سوخت را نمی‌سنجد. مرورگرها کاری را که وب‌اسمبلی می‌کند نمی‌شمارند؛ پس زمان ربات در این‌جا همان است که ساعت نشان می‌دهد و از رایانه‌ای به رایانهٔ دیگر فرق می‌کند.",
  ],
  play_fuel_told: [
    "A bot that asks is told that all of its fuel is left, in fuel_left and in the bank of every view. The bot's own clock does not move within a turn.",
    "به رباتی که بپرسد گفته می‌شود همهٔ سوختش مانده است، در fuel_left و در ذخیرهٔ هر نما. ساعت خود ربات در میان نوبت پیش نمی‌رود.",
  ],
  play_fuel_time: [
    "What bounds a bot is wall-clock time: when it is over, the bot's worker is ended, the turn has no orders, and the bot starts afresh, as when fuel runs out.",
    "آنچه ربات را محدود می‌کند زمان واقعی است: با پایان آن، اجرای ربات قطع می‌شود، نوبت بی‌دستور می‌ماند و ربات از نو آغاز می‌کند، همان‌گونه که با پایان سوخت.",
  ],
  play_fuel_replay: [
    "The replay says “meter: none”. botpit replay verify accepts it: every state follows from the orders. botpit replay rerun and tournaments cannot use it: without fuel nobody can prove that these bots give these orders.",
    "در بازپخش نوشته می‌شود «meter: none». دستور botpit replay verify آن را می‌پذیرد، چون همهٔ حالت‌ها از دستورها نتیجه می‌شوند. دستور botpit replay rerun و تورنمنت‌ها نمی‌توانند به کارش ببرند: بدون سوخت کسی نمی‌تواند ثابت کند که همین ربات‌ها همین دستورها را می‌دهند.",
  ],

  // choosing a map
  map_source: ["Where the map comes from", "نقشه از کجا می‌آید"],
  map_from_bundled: ["with Botpit", "همراه بات‌پیت"],
  map_from_seed: ["from a seed", "از بذر"],
  map_from_own: ["your own", "نقشهٔ خودتان"],
  map_bundled: ["Map", "نقشه"],
  map_seed: ["Seed of the map", "بذر نقشه"],
  map_generator: ["What the generator makes", "مولد چه می‌سازد"],
  map_text: ["Text of the map, in Botpit's format or the contest's", "متن نقشه، در قالب بات‌پیت یا قالب مسابقه"],
  map_paste_here: ["Paste a map here, or drop its file", "نقشه را این‌جا بچسبانید یا پرونده‌اش را رها کنید"],
  map_file: ["Choose a map file…", "انتخاب پروندهٔ نقشه…"],
  map_preview: ["The map at the start", "نقشه در آغاز"],
  map_none: ["There is no map yet: paste one, or choose its file.", "هنوز نقشه‌ای نیست: آن را بچسبانید یا پرونده‌اش را انتخاب کنید."],
  map_turns: ["{n} {n|turn|turns}", "{n} نوبت"],
  seed_wrong: ["“{seed}” is no seed: a whole number from 0 to 18446744073709551615.", "«{seed}» بذر نیست: عددی درست از ۰ تا ۱۸۴۴۶۷۴۴۰۷۳۷۰۹۵۵۱۶۱۵ بنویسید."],
  figure_hunters: ["hunters a team", "شکارچی در هر تیم"],
  figure_workers: ["workers a team", "کارگر در هر تیم"],
  figure_gold: ["gold", "طلا"],
  figure_deposits: ["deposits", "جای طلا"],
  figure_bullets: ["bullets a hunter", "گلوله برای هر شکارچی"],
  figure_players: ["players a team", "بازیکن در هر تیم"],
  figure_flags: ["flags a team", "پرچم در هر تیم"],
  symmetry_turn: ["same after a turn by 180°", "یکسان با چرخش ۱۸۰ درجه"],
  "symmetry_left-right": ["same with left and right swapped", "یکسان با جابه‌جایی چپ و راست"],
  "symmetry_top-bottom": ["same with top and bottom swapped", "یکسان با جابه‌جایی بالا و پایین"],
  symmetry_diagonal: ["same along the diagonal", "یکسان نسبت به قطر"],
  "symmetry_other-diagonal": ["same along the other diagonal", "یکسان نسبت به قطر دیگر"],
  symmetry_none: ["no symmetry", "بی‌تقارن"],
  option_width: ["Columns", "ستون‌ها"],
  option_help_width: ["at most 100; an even number in Capture the Flag", "دست بالا ۱۰۰؛ در تسخیر پرچم عددی زوج"],
  option_height: ["Rows", "سطرها"],
  option_help_height: ["at most 100", "دست بالا ۱۰۰"],
  option_density: ["Obstacles, in percent", "مانع‌ها، به درصد"],
  option_help_density: ["0 to 50; those that would cut ground off are taken away again", "۰ تا ۵۰؛ آن‌ها که زمینی را جدا می‌کردند برداشته می‌شوند"],
  option_gold: ["Gold deposits", "جاهای طلا"],
  option_help_gold: ["auto, or 1 to 5000", "‏auto یا ۱ تا ۵۰۰۰"],
  "option_gold-value": ["Value of each deposit", "ارزش هر جای طلا"],
  "option_help_gold-value": ["1 to 1000, or a range such as 1-5", "۱ تا ۱۰۰۰، یا بازه‌ای مانند ‎1-5"],
  option_hunters: ["Hunters a team", "شکارچی‌های هر تیم"],
  option_help_hunters: ["0 to 100", "۰ تا ۱۰۰"],
  option_workers: ["Workers a team", "کارگرهای هر تیم"],
  option_help_workers: ["1 to 100", "۱ تا ۱۰۰"],
  option_ammo: ["Bullets a hunter", "گلوله‌های هر شکارچی"],
  option_help_ammo: ["0 to 1000000", "۰ تا ۱۰۰۰۰۰۰"],
  option_turns: ["Turns", "نوبت‌ها"],
  option_help_turns: ["1 to 10000, or what the map or the generator says", "۱ تا ۱۰۰۰۰، یا آنچه نقشه یا مولد می‌گوید"],
  option_players: ["Players a team", "بازیکن‌های هر تیم"],
  option_help_players: ["1 to 50", "۱ تا ۵۰"],
  option_flags: ["Flags a team", "پرچم‌های هر تیم"],
  option_help_flags: ["1 to 50", "۱ تا ۵۰"],
  option_jail: ["Where captured players wait", "اسیران کجا می‌مانند"],
  option_help_jail: ["at the base of their own team or of the team that captured them", "در پایگاه تیم خودشان یا تیمی که اسیرشان کرد"],
  "choice_own-base": ["own base", "پایگاه خودی"],
  "choice_captor-base": ["captor's base", "پایگاه حریف"],

  // play by hand
  hand_board: ["The board as your team sees it", "صفحه، چنان‌که تیم شما می‌بیند"],
  hand_keys_gold_hunter: [
    "Tab or a number chooses a player. An arrow the way it looks moves it one cell; any other arrow turns it. F or Space fires, Backspace takes the order back, Enter ends the turn (hold it to let turns pass). I asks about cells with the arrows. Plus and minus zoom.",
    "‏Tab یا عدد بازیکن را انتخاب می‌کند. پیکان هم‌سو با نگاه او یک خانه پیش می‌بردش و هر پیکان دیگر او را می‌چرخاند. F یا فاصله شلیک می‌کند، Backspace دستور را پس می‌گیرد و Enter نوبت را تمام می‌کند (با نگه داشتنش نوبت‌ها می‌گذرند). با I و پیکان‌ها از خانه‌ها می‌پرسید. + و − بزرگ‌نمایی است.",
  ],
  hand_keys_capture_the_flag: [
    "Tab or a number chooses a player, an arrow moves it one cell. Backspace takes the order back, Enter ends the turn (hold it to let turns pass). I asks about cells with the arrows. Plus and minus zoom.",
    "‏Tab یا عدد بازیکن را انتخاب می‌کند و پیکان او را یک خانه می‌برد. Backspace دستور را پس می‌گیرد و Enter نوبت را تمام می‌کند (با نگه داشتنش نوبت‌ها می‌گذرند). با I و پیکان‌ها از خانه‌ها می‌پرسید. + و − بزرگ‌نمایی است.",
  ],
  hand_turn: ["You are {seat}. Turn {turn} of {turns}, score {own} : {other}", "شما {seat} هستید. نوبت {turn} از {turns}، امتیاز {own} : {other}"],
  hand_waiting: ["Waiting for the other team…", "در انتظار تیم دیگر…"],
  hand_players: ["Your players", "بازیکنان شما"],
  hand_orders: ["Orders for the chosen player", "دستور برای بازیکن انتخاب‌شده"],
  hand_reported: ["What happened to them", "چه بر آنان گذشت"],
  hand_in_sight: ["In sight", "در دید"],
  hand_nothing: ["Nothing.", "هیچ."],
  hand_end_turn: ["End turn", "پایان نوبت"],
  hand_fire: ["Fire", "شلیک"],
  hand_clear: ["Take back", "پس گرفتن"],
  hand_next_player: ["Next player", "بازیکن بعدی"],
  hand_go_up: ["Up", "بالا"],
  hand_go_right: ["Right", "راست"],
  hand_go_down: ["Down", "پایین"],
  hand_go_left: ["Left", "چپ"],
  hand_hunter: ["hunter", "شکارچی"],
  hand_worker: ["worker", "کارگر"],
  hand_runner: ["runner", "دونده"],
  hand_at: ["at ({x}, {y})", "در ({x}، {y})"],
  hand_faces: ["looks {direction}", "رو به {direction}"],
  hand_ammo: ["{n} {n|bullet|bullets}", "{n} گلوله"],
  hand_digs: ["on gold, dug {n} of 3", "روی طلا، {n} از ۳ کنده"],
  hand_on_gold: ["on gold", "روی طلا"],
  hand_dead: ["dead", "کشته"],
  hand_captured: ["captured since turn {turn}", "اسیر از نوبت {turn}"],
  hand_carries: ["carries flag {flag}", "پرچم {flag} را می‌برد"],
  hand_order_move: ["moves {direction}", "می‌رود {direction}"],
  hand_order_rotate: ["turns {direction}", "می‌چرخد به {direction}"],
  hand_order_fire: ["fires", "شلیک می‌کند"],
  hand_sees_hunter: ["Hunter {name} at ({x}, {y}), looks {direction}", "شکارچی {name} در ({x}، {y})، رو به {direction}"],
  hand_sees_worker: ["Worker {name} at ({x}, {y}), looks {direction}", "کارگر {name} در ({x}، {y})، رو به {direction}"],
  hand_sees_bullet: ["Bullet at ({x}, {y}), flies {direction}", "گلوله در ({x}، {y})، به سوی {direction}"],
  hand_sees_gold: ["Gold worth {value} at ({x}, {y}), dug {dug} of 3", "طلای {value} در ({x}، {y})، {dug} از ۳ کنده"],
  hand_sees_runner: ["Runner {name} at ({x}, {y})", "دونده {name} در ({x}، {y})"],
  hand_sees_carrier: ["Runner {name} at ({x}, {y}) with your flag {flag}", "دونده {name} در ({x}، {y}) با پرچم {flag} شما"],
  hand_sees_captive: ["{name} is captured", "{name} اسیر است"],
  hand_flag_taken: ["Your flag {flag} is not at its place", "پرچم {flag} شما سر جایش نیست"],
  hand_rules: ["The rules in short", "قاعده‌ها در چند سطر"],
  hand_rules_gold_hunter_1: [
    "One thing a turn for each player: turn to a direction, move one cell the way it looks, or (hunters) fire that way.",
    "هر بازیکن در هر نوبت یک کار: چرخش به یک سو، رفتن یک خانه به سوی نگاه، یا (شکارچی) شلیک به همان سو.",
  ],
  hand_rules_gold_hunter_2: [
    "A player sees its own cell, the eight around it, and straight ahead up to the first obstacle. Gold is seen only in the nine cells.",
    "هر بازیکن خانهٔ خود، هشت خانهٔ پیرامون و خط روبه‌رو تا نخستین مانع را می‌بیند. طلا تنها در آن نُه خانه دیده می‌شود.",
  ],
  hand_rules_gold_hunter_3: [
    "A worker that begins and ends a turn on gold has dug for one turn; after three the gold is yours.",
    "کارگری که نوبت را روی طلا آغاز و تمام کند یک نوبت کنده است؛ پس از سه نوبت طلا از آن شماست.",
  ],
  hand_rules_gold_hunter_4: [
    "A bullet waits one turn in the hunter's cell, then flies two cells a turn and kills whom it meets, your own players too.",
    "گلوله یک نوبت در خانهٔ شکارچی می‌ماند، سپس هر نوبت دو خانه می‌رود و هر که را ببیند می‌کشد، خودی را هم.",
  ],
  hand_rules_gold_hunter_5: [
    "Two who want the same cell both stay. Neighbours may swap. Into a cell that held a player nobody moves otherwise.",
    "دو نفر که یک خانه را بخواهند هر دو می‌مانند. همسایه‌ها می‌توانند جا عوض کنند. جز این کسی به خانهٔ پُر نمی‌رود.",
  ],
  hand_rules_gold_hunter_6: [
    "Who fires and then steps ahead walks into its own bullet.",
    "هر که شلیک کند و سپس پیش برود به گلولهٔ خود می‌خورد.",
  ],
  hand_rules_gold_hunter_7: [
    "More than half of all gold wins at once; else more gold, then fewer players lost, then fewer bullets fired.",
    "بیش از نیمی از طلاها همان‌دم می‌برد؛ وگرنه طلای بیشتر، سپس تلفات کمتر، سپس شلیک کمتر.",
  ],
  hand_rules_capture_the_flag_1: [
    "Each player may step up, down, left or right by one cell. Not into walls, and never onto a flag's place of your own team.",
    "هر بازیکن می‌تواند یک خانه بالا، پایین، چپ یا راست برود؛ نه در دیوار و نه هرگز روی جای پرچم تیم خودی.",
  ],
  hand_rules_capture_the_flag_2: [
    "Meet an opponent (same cell, or changing places) in your half and it is captured; in its half you are.",
    "برخورد با حریف (هم‌خانه شدن یا عوض کردن جا) در نیمهٔ شما او را اسیر می‌کند و در نیمهٔ او شما را.",
  ],
  hand_rules_capture_the_flag_3: [
    "Stand on an enemy flag to take it, one at a time. On that place nobody can capture you.",
    "برای برداشتن پرچم حریف روی آن بایستید، هر بار یکی. آن‌جا کسی نمی‌تواند اسیرتان کند.",
  ],
  hand_rules_capture_the_flag_4: [
    "Bring it to your base or a cell around it: one point, and the flag is back at its place.",
    "آن را به پایگاه خود یا خانه‌های پیرامونش ببرید: یک امتیاز، و پرچم به جایش برمی‌گردد.",
  ],
  hand_rules_capture_the_flag_5: [
    "A mate on or around the base where captives wait frees all that were captured in an earlier turn.",
    "هم‌تیمی‌ای که روی پایگاه اسیران یا پیرامونش باشد همهٔ اسیران نوبت‌های پیش را آزاد می‌کند.",
  ],
  hand_rules_capture_the_flag_6: [
    "You see opponents within four steps of your players, and around every base and flag's place.",
    "حریف‌ها را تا چهار گام از بازیکنانتان و پیرامون هر پایگاه و جای پرچم می‌بینید.",
  ],
  hand_rules_capture_the_flag_7: ["After the last turn, more points win.", "پس از آخرین نوبت، امتیاز بیشتر می‌برد."],

  // the map editor
  edit_title: ["Draw a map", "کشیدن نقشه"],
  edit_open: ["Open or begin a map", "باز کردن یا آغاز نقشه"],
  edit_open_map: ["Edit this map", "ویرایش این نقشه"],
  edit_new: ["Begin an empty board", "آغاز صفحهٔ خالی"],
  edit_actions: ["What to do with the map", "کارها با نقشه"],
  edit_undo: ["Undo", "واگرد"],
  edit_redo: ["Redo", "از نو"],
  edit_save: ["Save as .toml", "ذخیره به شکل ‎.toml"],
  edit_save_contest: ["Save as .txt (contest)", "ذخیره به شکل ‎.txt (مسابقه)"],
  edit_play: ["Play on this map", "بازی روی این نقشه"],
  edit_board: ["The map; the arrow keys move the cursor", "نقشه؛ کلیدهای جهت مکان‌نما را می‌برند"],
  edit_keys: [
    "On the board: arrow keys move the cursor, Enter or Space puts the tool's thing, Shift with an arrow paints on, Delete erases, plus and minus zoom. Anywhere: numbers choose tools, R turns, T changes the team, Ctrl+Z takes back.",
    "روی صفحه: کلیدهای جهت مکان‌نما را می‌برند، Enter یا فاصله ابزار را به کار می‌برد، Shift با جهت رنگ می‌کند، Delete پاک می‌کند، + و − بزرگ‌نمایی است. همه‌جا: عددها ابزار را انتخاب می‌کنند، R می‌چرخاند، T تیم را عوض می‌کند، Ctrl+Z واگرد است.",
  ],
  edit_tools: ["Tools", "ابزارها"],
  edit_team: ["Team", "تیم"],
  edit_seat_a: ["A", "A"],
  edit_seat_b: ["B", "B"],
  edit_facing: ["Looks", "رو به"],
  edit_value: ["Value", "ارزش"],
  edit_name: ["Name", "نام"],
  edit_turns: ["Turns", "نوبت‌ها"],
  edit_ammo: ["Bullets a hunter", "گلوله‌های هر شکارچی"],
  edit_symmetry: ["Keep symmetric", "حفظ تقارن"],
  edit_width: ["Columns", "ستون‌ها"],
  edit_height: ["Rows", "سطرها"],
  edit_resize: ["Resize", "تغییر اندازه"],
  edit_resize_help: ["Columns and rows come and go in the middle, so that the map stays symmetric.", "ستون‌ها و سطرها در میانه کم و زیاد می‌شوند تا تقارن بماند."],
  edit_check: ["Check", "بررسی"],
  edit_no_base: ["Each team needs a base.", "هر تیم پایگاهی می‌خواهد."],
  edit_own_image: ["This cell is its own mirror image: it cannot hold a player of both teams.", "این خانه قرینهٔ خودش است و جای بازیکن هر دو تیم نمی‌شود."],
  finding_note: ["Note:", "نکته:"],
  finding_warning: ["Warning:", "هشدار:"],
  tool_ground: ["Ground", "زمین"],
  tool_obstacle: ["Obstacle", "مانع"],
  tool_wall: ["Wall", "دیوار"],
  tool_gold: ["Gold", "طلا"],
  tool_hunter: ["Hunter", "شکارچی"],
  tool_worker: ["Worker", "کارگر"],
  tool_runner: ["Player", "بازیکن"],
  tool_flag: ["Flag", "پرچم"],
  tool_base: ["Base", "پایگاه"],
  tool_erase: ["Erase", "پاک‌کن"],
  // end of playground
};

/** @type {Language} */
let current = "en";
/** @type {Set<() => void>} */
const listeners = new Set();

/** The language of the interface. */
export function language() {
  return current;
}

/**
 * Changes the language of the whole page.
 * @param {Language} to
 */
export function setLanguage(to) {
  current = to;
  document.documentElement.lang = to;
  document.documentElement.dir = to === "fa" ? "rtl" : "ltr";
  document.title = t("title");
  listeners.forEach((listener) => listener());
}

/**
 * Calls back after every change of the language, until the answer is called.
 * @param {() => void} listener
 * @returns {() => void}
 */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * A text of the table.
 * @param {string} key
 * @param {Record<string, string | number>} [parameters] numbers are written in the language's digits, strings are isolated
 */
export function t(key, parameters = {}) {
  return has(key) ? fill(WORDS[key][current === "fa" ? 1 : 0], parameters) : key;
}

/**
 * Whether the table has a text.
 * @param {string} key
 */
export function has(key) {
  return Object.hasOwn(WORDS, key);
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} parameters
 */
function fill(text, parameters) {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_whole, name, one, many) => {
    const value = parameters[name];
    if (many !== undefined) {
      return value === 1 ? one : many;
    }
    return typeof value === "number" ? num(value) : isolated(String(value ?? ""));
  });
}

/**
 * A foreign text that cannot turn the sentence around it.
 * @param {string} text
 */
function isolated(text) {
  if (/^\w*$/.test(text)) {
    return text;
  }
  return `\u2068${text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd")}\u2069`;
}

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** @param {Intl.NumberFormatOptions} options */
function format(options) {
  const key = current + JSON.stringify(options);
  let made = formats.get(key);
  if (!made) {
    made = new Intl.NumberFormat(current === "fa" ? "fa" : "en", options);
    formats.set(key, made);
  }
  return made;
}

/**
 * A number with its thousands apart.
 * @param {number | bigint} value
 */
export function num(value) {
  return format({ maximumFractionDigits: 2 }).format(value);
}

/**
 * A large number in a few characters: 14.2M.
 * @param {number} value
 */
export function compact(value) {
  if (current === "fa") {
    return format({ notation: "compact", maximumFractionDigits: 1 }).format(value);
  }
  // English has "B" for what is written G here, and B is a seat, and a byte.
  const power = value < 10_000 ? 0 : Math.min(4, Math.floor(Math.log10(value) / 3));
  return `${format({ maximumSignificantDigits: 3 }).format(value / 1000 ** power)}${["", "k", "M", "G", "T"][power]}`;
}

/**
 * A share of a whole in percent; what is more than nothing is not written as nothing.
 * @param {number} part
 * @param {number} whole
 */
export function percent(part, whole) {
  const share = whole > 0 ? part / whole : 0;
  const least = 0.001;
  const text = format({ style: "percent", maximumFractionDigits: 1 }).format(Math.max(share, share > 0 ? least : 0));
  return share > 0 && share < least ? `<${text}` : text;
}

/**
 * A number of bytes in the unit that suits it.
 * @param {number} bytes
 */
export function bytesWords(bytes) {
  const [divisor, unit] = bytes < 1024 ? [1, "B"] : bytes < 1048576 ? [1024, "KiB"] : [1048576, "MiB"];
  const value = format({ maximumFractionDigits: divisor === 1048576 ? 1 : 0 }).format(bytes / divisor);
  return `${value}\u00a0${unit}`;
}
