/** What the name of a call says about a function handed to it. */
export interface CallRule {
  /** Compared with the last part of what is called: "on" for `bus.on`. */
  readonly name?: RegExp;
  /** Compared with all of it, without arguments: "test.each". */
  readonly path?: RegExp;
  /** Only for an argument passed by a name, which this is compared with. */
  readonly label?: RegExp;
  /** Only when a string stands first, which then is part of the handle. */
  readonly needsEvent?: true;
  /** Undefined: says nothing, and no later rule is asked. */
  readonly kind: string | undefined;
  readonly flags?: readonly string[];
  /** Added when nothing is done with what the call returns. */
  readonly flagWhenUnused?: string;
}

/** What the text of a function says about it. */
export interface TextFlag {
  readonly pattern: RegExp;
  readonly flag: string;
  /** Does not count when the function has a parameter of the name in the pattern's first group. */
  readonly isCapture?: true;
  /** Enough of a signal to keep a function that is an argument of any call. */
  readonly isSignal?: true;
}

/** How a language's function literals are told apart. Rules are tried in order, the first that fits wins. */
export interface CallbackRules {
  readonly support: "tuned" | "generic";
  readonly calls: readonly CallRule[];
  readonly flags: readonly TextFlag[];
}

export const testCall: CallRule = {
  // With one of the words that say how or when to run it: `context.each` is a test, `context.map` is not.
  path: /^(?:describe|context|suite|it|test|specify|bench|before|after|beforeEach|afterEach|beforeAll|afterAll)(?:\.(?:only|skip|each|todo|concurrent|sequential|parallel|serial|failing|fails?|fixme|slow|step|describe|before\w*|after\w*|runIf|skipIf|for))*$/,
  kind: "test_callback",
};

/** What the name says that an argument is passed by. */
export const labelCalls: readonly CallRule[] = [
  { label: /^(?:on[A-Z_]\w*|action|callback|handler|listener)$/, kind: "event_handler", flags: ["lifecycle"] },
  { label: /^completion(?:Handler|Block)?$/, kind: "completion_callback" },
];

/** A constructor keeps what it is passed by a name in a property. */
export const constructorCall: CallRule = {
  path: /(?:^|\.)[A-Z]\w*(?:\.new)?$/,
  label: /./,
  kind: "object_property_callback",
};

export const registeredCall: CallRule = { name: /./, needsEvent: true, kind: "registered_callback" };

const commonCalls: readonly CallRule[] = [
  {
    name: /^(?:setTimeout|setInterval|setImmediate|queueMicrotask|requestAnimationFrame|requestIdleCallback|nextTick)$/,
    kind: "timer_callback",
    flagWhenUnused: "detached timer",
  },
  { name: /^(?:then|catch|finally|Promise)$/, kind: "promise_callback" },
  testCall,
  {
    name: /^(?:on|once|off|addListener|prependListener|addEventListener|subscribe|observe|watch|on[A-Z]\w*)$/,
    kind: "event_handler",
    flags: ["lifecycle"],
  },
  { name: /^(?:use(?:Layout|Insertion)?Effect|watchEffect|\$effect)$/, kind: "effect_callback", flags: ["lifecycle"] },
  { name: /^(?:replace|replaceAll|split|reduce)$/, kind: undefined },
  registeredCall,
];

export const contextFlags: readonly TextFlag[] = [
  {
    pattern: /(?<![.\w$])(ctx|context)\s*\??\.\s*ui\b/,
    flag: "captures UI context",
    isCapture: true,
    isSignal: true,
  },
  // Not a key of an object, nor a call of a function of the name.
  { pattern: /(?<![.\w$])(ctx|context)\b(?!\s*[:("'`])/, flag: "captures context", isCapture: true, isSignal: true },
];

export const asyncFlag: TextFlag = { pattern: /^async\b/, flag: "async" };

export const ecmascriptCallbacks: CallbackRules = {
  support: "tuned",
  calls: commonCalls,
  flags: [asyncFlag, ...contextFlags],
};

/** For the languages without rules of their own: what is called by the same names in most of them. */
export const genericCallbacks: CallbackRules = {
  support: "generic",
  calls: [
    ...labelCalls,
    {
      name: /^(?:Timer|periodic|delayed|add(?:Periodic)?Timer|scheduleOnce|apply_(?:after|interval))$/,
      kind: "timer_callback",
      flagWhenUnused: "detached timer",
    },
    { path: /(?:^|\.)Timer\.new$/, kind: "timer_callback", flagWhenUnused: "detached timer" },
    { path: /(?:^|\.)(?:Thread|Fiber|Ractor|Isolate|Task(?:\.Supervisor)?)\.\w+$/, kind: "task" },
    {
      name: /^(?:Thread|Future|Async|async|spawn\w*|start_link|forkIO|forkOS|forkFinally|submit|schedule)$/,
      kind: "task",
    },
    { name: /^(?:catchError|whenComplete)$/, kind: "promise_callback" },
    { path: /^RSpec\.\w*describe$/, kind: "test_callback" },
    {
      path: /^(?:group|testWidgets|setUp|tearDown|setUpAll|tearDownAll|before_each|after_each|setup|setup_all|property)$/,
      kind: "test_callback",
    },
    { name: /^(?:listen|on_\w+|(?:before|after|around)_\w+)$/, kind: "event_handler", flags: ["lifecycle"] },
    { name: /^(?:gsub!?|sub!?|preg_replace_callback|fetch|fetch_values)$/, kind: undefined },
    { path: /^(?:Struct|Data|Class|Module)\.(?:new|define)$/, kind: undefined },
    constructorCall,
    ...commonCalls,
  ],
  flags: [asyncFlag, ...contextFlags],
};

/** For a language without function literals, where an empty list is all there is to say. */
export const noFunctionLiterals: CallbackRules = { support: "generic", calls: [], flags: [] };
